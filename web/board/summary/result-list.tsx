import { useEffect, useState } from 'preact/hooks'
import { RequestDetails } from '../../shared/request-details/request-details.js'
import { formatRecent } from '../../shared/text/format.js'
import { WithCode } from '../../shared/text/with-code.js'
import { summary as texts } from '../../texts/en/summary.js'
import { TestButton } from '../requests/make-test/test-button.js'
import { TestDialog } from '../requests/make-test/test-dialog.js'
import { useRecorded } from '../service/use-recorded.js'
import type { Result } from './use-results.js'

interface ResultListProps {
  heading: string
  none: string
  results: readonly Result[]
  /** What the missed faults do, by name. */
  effects?: Readonly<Record<string, string>>
  showsAll: boolean
  token: string | undefined
  testId: string
}

/** The reports and the missed faults of an exercise, with their exchanges. */
export function ResultList({ heading, none, results, effects = {}, showsAll, token, testId }: ResultListProps) {
  return (
    <section aria-labelledby={testId} data-testid={testId}>
      <h3 id={testId}>{heading}</h3>
      {results.length === 0 && <p class="empty">{none}</p>}
      <ul>
        {results.map((result) => (
          <ResultRow
            key={result.key}
            result={result}
            text={result.explanation ?? effects[result.fault]}
            showsAll={showsAll}
            token={token}
          />
        ))}
      </ul>
    </section>
  )
}

interface ResultRowProps extends Pick<ResultListProps, 'showsAll' | 'token'> {
  result: Result
  /** Why the report was right, or what the fault does. */
  text: string | undefined
}

function ResultRow({ result, text, showsAll, token }: ResultRowProps) {
  const { fault, request } = result
  const { method, path, query, status, time, number, requestId } = request
  const target = { method, path: query === null ? path : `${path}?${query}` }
  const [chosen, setOpen] = useState<boolean>()
  useEffect(() => setOpen(undefined), [showsAll])
  const isOpen = chosen ?? showsAll
  return (
    <li data-testid="result">
      <p>
        <strong>{fault}</strong> <code>{`${method} ${target.path}`}</code>{' '}
        <span class="hint">
          {status}, {formatRecent(time)}
        </span>
      </p>
      {text !== undefined && (
        <p>
          <WithCode text={text} />
        </p>
      )}
      <TestButton
        Dialog={TestDialog}
        target={target}
        number={number}
        requestId={requestId}
        known={undefined}
        token={token}
      />
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpen(currentTarget.open)}
      >
        <summary data-testid="open-exchange">{texts.exchange}</summary>
        {isOpen && <ResultExchange request={request} token={token} />}
      </details>
    </li>
  )
}

function ResultExchange({
  request: { number, requestId },
  token,
}: Pick<Result, 'request'> & { token: string | undefined }) {
  const { evidence, failure } = useRecorded({ number, requestId, known: undefined, token, state: '', onLoad() {} })
  return <RequestDetails evidence={evidence} failure={failure} />
}
