import { useEffect, useState } from 'preact/hooks'

/** Shows Markdown as sanitised HTML. The libraries are loaded on demand; until then, it shows the text. */
export function Markdown({ text, testId }: { text: string; testId: string }) {
  const [html, setHtml] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    import('./render-markdown.js')
      .then(({ renderMarkdown }) => renderMarkdown(text))
      // The text stays plain if it is nested too deeply, or if the libraries cannot be loaded.
      .catch(() => undefined)
      .then((rendered) => isCurrent && setHtml(rendered))
    return () => {
      isCurrent = false
    }
  }, [text])
  if (html === undefined) {
    return (
      <div class="markdown plain" dir="auto" data-testid={testId}>
        {text}
      </div>
    )
  }
  // DOMPurify has sanitised it.
  return <div class="markdown" dir="auto" data-testid={testId} dangerouslySetInnerHTML={{ __html: html }} />
}
