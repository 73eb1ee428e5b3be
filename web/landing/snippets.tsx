import { useState } from 'preact/hooks'
import { saveFile } from '../shared/browser/save-file.js'
import { CopyButton } from '../shared/parts/copyable.js'
import { Icon } from '../shared/parts/icon.js'
import { Download } from '../shared/parts/icons.js'
import { landing } from '../texts/en/landing.js'
import { collectionOf } from './snippets/collection.js'
import { LANGUAGES, type Language } from './snippets/languages.js'
import { PURPOSES, type Purpose } from './snippets/program.js'

const { snippets: texts } = landing

const NAMES = Object.keys(LANGUAGES) as Language[]

/** First requests to a board in several languages. The reader chooses what a request does, and the language. */
export function Snippets({ baseUrl }: { baseUrl: string }) {
  const [purpose, setPurpose] = useState<Purpose>('read')
  const [language, setLanguage] = useState<Language>('curl')
  const code = LANGUAGES[language][purpose](baseUrl)
  function download() {
    const text = JSON.stringify(collectionOf(baseUrl), null, 2)
    saveFile(new Blob([text], { type: 'application/json' }), 'task-board.postman_collection.json')
  }
  return (
    <div class="snippets">
      <fieldset class="tabs">
        <legend class="hidden">{texts.purpose}</legend>
        {PURPOSES.map((value) => (
          <Tab
            key={value}
            name="purpose"
            text={texts.purposes[value]}
            isChosen={value === purpose}
            onChoose={() => setPurpose(value)}
            testId={`purpose-${value}`}
          />
        ))}
      </fieldset>
      <fieldset class="tabs">
        <legend class="hidden">{texts.language}</legend>
        {NAMES.map((value) => (
          <Tab
            key={value}
            name="language"
            text={value}
            isChosen={value === language}
            onChoose={() => setLanguage(value)}
            testId={`language-${value}`}
          />
        ))}
      </fieldset>
      <pre>
        <code data-testid="snippet">{code}</code>
      </pre>
      <p class="hint">
        {texts.run[language]}
        {purpose === 'login' && ` ${texts.accounts}`}
      </p>
      <p class="links">
        <CopyButton label={`${texts.purposes[purpose]}, ${language}`} value={code} testId="copy-snippet" />
        <button type="button" class="quiet" onClick={download} data-testid="postman-collection">
          <Icon of={Download} />
          {texts.postman}
        </button>
      </p>
    </div>
  )
}

interface TabProps {
  /** The name of the choice. */
  name: string
  text: string
  isChosen: boolean
  onChoose(): void
  testId: string
}

/** A radio button that looks like a tab. */
function Tab({ name, text, isChosen, onChoose, testId }: TabProps) {
  return (
    <label>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} data-testid={testId} />
      <span>{text}</span>
    </label>
  )
}
