import { useState } from 'preact/hooks'
import type { LearnerRequest } from '../../src/training/schemas/claim.js'
import { BASE_PATH } from '../shared/base-path.js'
import { CopyButton } from '../shared/copyable.js'
import { WithCode } from '../shared/with-code.js'
import { board as texts } from '../texts/en/board.js'
import { ClaimForm } from './claim-form.js'
import { curlOf } from './curl.js'
import type { Exchange } from './exchange.js'

const { panel } = texts

/** The fields of a request that a row shows. */
export type Shown = Pick<LearnerRequest, 'method' | 'path' | 'status' | 'duration' | 'requestId' | 'changed' | 'claims'>

interface RequestRowProps {
  request: Shown
  /** The request with its body, if this page has sent it. */
  known: Exchange | undefined
  canClaim: boolean
}

/** A request with its response, its claims and, if the exercise shows them, its faults. */
export function RequestRow({ request, known, canClaim }: RequestRowProps) {
  const { method, path, status, duration, requestId, changed, claims } = request
  const [isClaiming, setClaiming] = useState(false)
  /** The number of claims that the user has started. A response can have several faults. */
  const [attempts, setAttempts] = useState(0)
  // The journal does not know the query.
  const line = `${method} ${known?.path.slice(BASE_PATH.length) ?? path}`
  return (
    <li class="request" data-testid="request" data-request-id={requestId}>
      <p class="request-line">
        <span class={`status status-${Math.floor(status / 100)}`} data-testid="request-status">
          {status || panel.noResponse}
        </span>{' '}
        <code>{line}</code>
        <span class="hint" data-testid="request-duration">
          {panel.duration(duration)}
        </span>
      </p>
      <p class="request-facts">
        {changed?.map((fault) => (
          <strong class="fault" key={fault} data-testid="request-fault">
            {fault}
          </strong>
        ))}
        <span class="request-actions">
          <CopyButton
            label={panel.curlLabel(line)}
            text={panel.curl}
            value={curlOf(known ?? request)}
            testId="copy-curl"
            class="link"
          />
          {canClaim && !isClaiming && (
            <button
              type="button"
              class="link"
              aria-label={panel.reportLabel(line)}
              onClick={() => {
                setClaiming(true)
                setAttempts(attempts + 1)
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
          <strong>{panel.claimed(String(fault), verdict)}</strong> <WithCode text={explanation ?? ''} />
        </p>
      ))}
      {known?.body !== undefined && <ResponseBody text={known.body} />}
      {attempts > 0 && (
        <ClaimForm
          key={attempts}
          requestId={requestId}
          listed={claims}
          isOpen={isClaiming}
          onEnd={() => setClaiming(false)}
        />
      )}
    </li>
  )
}

/** The body of a response, which is formatted when the user opens it. */
function ResponseBody({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} data-testid="response-body">
      <summary>{panel.body}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long response scrolls with the keyboard */}
      {isOpen && <pre tabIndex={0}>{format(text)}</pre>}
    </details>
  )
}

function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
