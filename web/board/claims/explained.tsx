import { useState } from 'preact/hooks'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { WithCode } from '../../shared/text/with-code.js'
import { requests } from '../../texts/en/requests.js'
import { training } from '../../texts/en/training.js'
import { loadTerms, type Terms } from './training-document.js'

const { terms: texts } = requests

/** The numbers of the score by their labels. */
const SCORE = Object.fromEntries(
  Object.entries(texts.score).map(([key, description]) => [
    training.score[key as keyof typeof texts.score],
    description,
  ]),
)

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
      {terms && <Descriptions of={choose(terms)} />}
    </details>
  )
}

function Descriptions({ of }: { of: Readonly<Record<string, string>> }) {
  return (
    <dl>
      {Object.entries(of).map(([name, description]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <WithCode text={description} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Explains each number of the score. */
export function ExplainedScore() {
  return (
    <details class="explained" data-testid="explained-score">
      <summary>{texts.numbers}</summary>
      <Descriptions of={SCORE} />
    </details>
  )
}
