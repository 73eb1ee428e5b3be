import type { Fact } from '../../src/commands/report/report.js'
import { WithCode } from '../shared/text/with-code.js'

/** The value of a fact. The text of a program stays as it is. */
export function FactValue({ fact: { value, isRaw } }: { fact: Fact }) {
  if (isRaw && value.includes('\n')) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long output scrolls with the keyboard
      <pre tabIndex={0} dir="auto">
        {value}
      </pre>
    )
  }
  return <p dir="auto">{isRaw ? <code>{value}</code> : <WithCode text={value} />}</p>
}

/** Facts with their labels. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map((fact, index) => (
        <div key={index}>
          <dt>{fact.label}</dt>
          <dd>
            <FactValue fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
