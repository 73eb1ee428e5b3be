import { useState } from 'preact/hooks'
import { Failure } from '../shared/failure.js'
import { useRequest } from '../shared/use-request.js'
import { WithCode } from '../shared/with-code.js'
import { requests } from '../texts/en/requests.js'
import { loadTerms, type Terms } from './training-document.js'

const { terms: texts } = requests

interface ExplainedProps {
  title: string
  testId: string
  /** Returns the explained names with their descriptions. */
  choose(terms: Terms): Readonly<Record<string, string>>
}

/** A list of names with their descriptions, which opens where they are used. It is loaded when it opens. */
export function Explained({ title, testId, choose }: ExplainedProps) {
  const [terms, setTerms] = useState<Terms>()
  const { failure, run } = useRequest<void>()
  const load = () => run(async () => setTerms(await loadTerms()))
  return (
    <details class="explained" data-testid={testId} onToggle={({ currentTarget }) => currentTarget.open && load()}>
      <summary>{title}</summary>
      <Failure failure={failure} />
      {terms && (
        <dl>
          {Object.entries(choose(terms)).map(([name, description]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <WithCode text={description} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

/** Explains the words of the score. */
export function ExplainedScore() {
  return <Explained title={texts.numbers} testId="explained-score" choose={({ words }) => named(words)} />
}

function named(words: Terms['words']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts.words).map(([key, label]) => [label, words[key as keyof typeof words]]),
  )
}
