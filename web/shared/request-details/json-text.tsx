import { useEffect, useRef } from 'preact/hooks'
import { tokensOf } from './highlight-json.js'
import type { Part } from './mark-json.js'

/** Longer texts have no colours, because each colour is an element. */
const COLOURED_MAX = 50_000

/** A body in a box that scrolls. JSON has colours, and the first marked part is visible. */
export function JsonText({ parts, testId }: { parts: readonly Part[]; testId?: string }) {
  const box = useRef<HTMLPreElement>(null)
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  const marks = parts.filter(({ mark }) => mark !== undefined).length
  useEffect(() => {
    const mark = box.current?.querySelector('mark')
    if (box.current && mark) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 3
  }, [length, marks])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long body scrolls with the keyboard
    <pre ref={box} tabIndex={0} dir="auto" data-testid={testId}>
      {parts.map(({ text, mark }, index) => {
        if (mark !== undefined) {
          return (
            <mark key={index} data-at={mark}>
              {text}
            </mark>
          )
        }
        return length > COLOURED_MAX ? text : <Coloured key={index} text={text} />
      })}
    </pre>
  )
}

function Coloured({ text }: { text: string }) {
  return tokensOf(text).map(({ text, kind }, index) =>
    kind === undefined ? (
      text
    ) : (
      <span key={index} class={`json-${kind}`}>
        {text}
      </span>
    ),
  )
}
