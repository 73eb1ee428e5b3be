import { useState } from 'preact/hooks'
import { CopyButton } from '../shared/copyable.js'
import { LANGUAGES, type Language, snippetOf } from './snippet-of.js'

/** A first request in several languages. The reader chooses one. */
export function Snippets({ baseUrl }: { baseUrl: string }) {
  const [language, setLanguage] = useState<Language>('curl')
  const code = snippetOf(language, baseUrl)
  return (
    <div class="snippets">
      <fieldset>
        <legend class="hidden">Language</legend>
        {LANGUAGES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="language"
              value={name}
              checked={name === language}
              onChange={() => setLanguage(name)}
              data-testid={`language-${name}`}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that is wider than the page scrolls with the keyboard */}
      <pre tabIndex={0}>
        <code data-testid="snippet">{code}</code>
      </pre>
      <CopyButton label={language} value={code} />
    </div>
  )
}
