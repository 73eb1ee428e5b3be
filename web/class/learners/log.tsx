import { useEffect, useState } from 'preact/hooks'
import type { Claim } from '../../../src/classroom/claims/schemas.js'
import type { LearnerRequest } from '../../../src/classroom/exchanges/schemas.js'
import { type Evidence, RequestDetails } from '../../shared/request-details/request-details.js'
import { useRequest } from '../../shared/service/use-request.js'
import { formatRecent } from '../../shared/text/format.js'
import { WithCode } from '../../shared/text/with-code.js'
import { texts } from '../../texts/en/class.js'
import { useClass } from '../service/class-api.js'
import { loadExchange } from '../service/load-exchange.js'

const { learner: labels } = texts

/** The requests of a learner with their faults and claims. Each opens into what was sent and what came back. */
export function Log({ board, requests }: { board: string; requests: readonly LearnerRequest[] }) {
  return (
    <ol class="requests-log" data-testid="journal">
      {requests.map((request) => (
        <Entry key={request.number} board={board} request={request} />
      ))}
    </ol>
  )
}

function Entry({ board, request }: { board: string; request: LearnerRequest }) {
  const { time, method, path, query, status, duration, changed, missed, hintsTaken, claims } = request
  const [isOpen, setOpen] = useState(false)
  return (
    <li data-testid="journal-entry">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary data-testid="open-entry">
          <code>
            {status} {method} {query === null ? path : `${path}?${query}`}
          </code>{' '}
          <span class="hint">
            {formatRecent(time)}, {labels.duration(duration)}
          </span>{' '}
          {changed?.map((fault) => (
            <span key={fault} class={missed?.includes(fault) ? 'wrong' : 'right'}>
              {labels.fault(fault, missed?.includes(fault) ?? false)}{' '}
            </span>
          ))}
          {hintsTaken > 0 && <span data-testid="journal-hints">{labels.hints(hintsTaken)}</span>}
        </summary>
        {isOpen && <Recorded board={board} request={request} />}
      </details>
      {claims.map((claim) => (
        <ClaimOfLearner key={claim.number} claim={claim} />
      ))}
    </li>
  )
}

/** A claim with its verdict, why it is right or wrong, and the comment of the learner. */
function ClaimOfLearner({ claim: { fault, verdict, explanation, comment } }: { claim: Claim }) {
  return (
    <p class={`claim ${verdict ?? ''}`} data-testid="journal-claim">
      <strong>{labels.claim(verdict, String(fault))}</strong> <WithCode text={explanation ?? ''} />
      {comment !== null && (
        <q class="hint" dir="auto">
          {comment}
        </q>
      )}
    </p>
  )
}

/** Loads a request with its response. Trainers also see the expected response and the differences. */
function Recorded({ board, request: { number, requestId } }: { board: string; request: LearnerRequest }) {
  const { token } = useClass()
  const { result, failure, run } = useRequest<Evidence>()
  useEffect(() => {
    run(() => loadExchange(board, { number, requestId }, token))
  }, [board, number, requestId, token, run])
  return <RequestDetails evidence={result} failure={failure} />
}
