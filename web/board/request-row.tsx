import { useRef, useState } from 'preact/hooks'
import type { LearnerRequest } from '../../src/training/schemas/claim.js'
import { formatBytes } from '../shared/format.js'
import { WithCode } from '../shared/with-code.js'
import { board as texts } from '../texts/en/board.js'
import { ClaimForm } from './claim-form.js'
import type { Exchange } from './exchange.js'
import { RecordedRequest } from './recorded-request.js'

const { panel, claim } = texts

/** The fields of a request that a row shows. `number` is absent if the board has no public journal. */
export type Shown = Pick<
  LearnerRequest,
  'method' | 'path' | 'query' | 'status' | 'size' | 'duration' | 'requestId' | 'changed' | 'claims'
> &
  Partial<Pick<LearnerRequest, 'number'>>

interface RequestRowProps {
  request: Shown
  /** The request with its body, if this page has sent it. */
  known: Exchange | undefined
  canClaim: boolean
  /** The longest duration in the list, in milliseconds. */
  longest: number
  /** The owner token. */
  token?: string | undefined
}

/** A request that opens into its details, its claims and, if the exercise shows them, its faults. */
export function RequestRow({ request, known, canClaim, longest, token }: RequestRowProps) {
  const { number, method, path, query, status, size, duration, requestId, changed, claims } = request
  const [isOpen, setOpen] = useState(false)
  const [isClaiming, setClaiming] = useState(false)
  /** The number of claims that the user has started. A response can have several faults. */
  const [attempts, setAttempts] = useState(0)
  const row = useRef<HTMLLIElement>(null)
  const reportButton = useRef<HTMLButtonElement>(null)
  const target = { method, path: query === null ? path : `${path}?${query}` }
  const line = `${method} ${target.path}`

  function endClaim() {
    // The form disappears with its focus.
    if (row.current?.contains(document.activeElement)) reportButton.current?.focus()
    setClaiming(false)
  }

  return (
    <li ref={row} class="request" data-testid="request" data-request-id={requestId}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary data-testid="open-request">
          <span class={`status status-${Math.floor(status / 100)}`} data-testid="request-status">
            {status || panel.noResponse}
          </span>{' '}
          <code>{line}</code>{' '}
          <span class="figures hint">
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${(100 * duration) / longest}%` }} />
            </span>
            <span data-testid="request-duration">{panel.duration(duration)}</span>{' '}
            <span data-testid="request-size">{formatBytes(size)}</span>
          </span>
        </summary>
        {isOpen && (
          <RecordedRequest
            target={target}
            number={number}
            requestId={requestId}
            known={known}
            token={token}
            state={[changed, ...claims.map(({ verdict }) => verdict)].join()}
          />
        )}
      </details>
      <p class="request-facts">
        {changed?.map((fault) => (
          <strong class="fault" key={fault} data-testid="request-fault">
            {fault}
          </strong>
        ))}
        <span class="request-actions">
          {canClaim && (
            <button
              ref={reportButton}
              type="button"
              class="link"
              aria-label={panel.reportLabel(line)}
              aria-expanded={isClaiming}
              onClick={() => {
                setClaiming(!isClaiming)
                if (!isClaiming) setAttempts(attempts + 1)
              }}
              data-testid="report-fault"
            >
              {panel.report}
            </button>
          )}
        </span>
      </p>
      {claims.map(({ number, fault, verdict, explanation }) => (
        <p class={`claim ${verdict ?? ''}`} key={number} data-testid="request-claim">
          <strong>{fault}:</strong> <WithCode text={claim.verdict(verdict, explanation)} />
        </p>
      ))}
      {attempts > 0 && (
        <ClaimForm key={attempts} requestId={requestId} listed={claims} isOpen={isClaiming} onEnd={endClaim} />
      )}
    </li>
  )
}
