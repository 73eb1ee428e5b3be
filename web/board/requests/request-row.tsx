import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { formatBytes } from '../../shared/text/format.js'
import { WithCode } from '../../shared/text/with-code.js'
import { board } from '../../texts/en/board.js'
import { requests as texts } from '../../texts/en/requests.js'
import { ClaimForm } from '../claims/claim-form.js'
import type { Exchange } from '../service/exchange.js'
import { showFromTop } from '../shell/show-from-top.js'
import { MakeTest } from './make-test/make-test.js'
import { RecordedRequest } from './recorded-request.js'
import type { Shown } from './request-filters.js'

interface RequestRowProps {
  request: Shown
  /** The request with its body, if this page has sent it. */
  known: Exchange | undefined
  canClaim: boolean
  /** Why a response of buggy cannot be reported. */
  refusal: string | undefined
  /** The longest duration in the list, in milliseconds. */
  longest: number
  /** Whose duration it is. */
  durationHint: string
  /** Whether the user has just sent the request, so that the row opens by itself. */
  isLatest: boolean
  /** Whether the latest request repeats another one of the list, so that its row takes the focus. */
  isRepeated: boolean
  /** Whether the latest request repeats this one, so that the row closes. */
  isReplaced: boolean
  /** Called with the id of a new request, which repeats this one. */
  onSent(requestId: string | null): void
  /** The owner token. */
  token?: string | undefined
}

/** A request that opens into its details, its claims and, if the exercise shows them, its faults. */
export function RequestRow(props: RequestRowProps) {
  const { request, known, canClaim, longest, durationHint, isLatest, isRepeated, isReplaced, onSent, token } = props
  const { number, method, path, query, status, size, duration, requestId, changed, claims } = request
  const [isOpen, setOpen] = useState(isLatest)
  const [isClaiming, setClaiming] = useState(false)
  /** The number of claims that the user has started. A response can have several faults. */
  const [attempts, setAttempts] = useState(0)
  /** The state of the request when its details were loaded. */
  const [loaded, setLoaded] = useState<string>()
  const row = useRef<HTMLLIElement>(null)
  /** Whether the details show that the request has chosen its fault. */
  const [isChosen, setChosen] = useState(false)
  const [named, setNamed] = useState<readonly string[]>([])
  const refusal = isChosen && number !== undefined ? texts.refusals.chosen : props.refusal
  const headButton = useRef<HTMLButtonElement>(null)
  const reportButton = useRef<HTMLButtonElement>(null)
  const content = useId()
  const target = { method, path: query === null ? path : `${path}?${query}` }
  const line = `${method} ${target.path}`
  const state = [changed, ...claims.map(({ verdict }) => verdict)].join()

  useEffect(() => {
    if (!isClaiming) setOpen(isLatest)
    if (isLatest && isRepeated) headButton.current?.focus()
  }, [isLatest])
  useEffect(() => {
    if (isLatest && isRepeated && loaded !== undefined) showFromTop(row.current)
  }, [isLatest, loaded !== undefined])
  useEffect(() => {
    if (isReplaced && !isClaiming) setOpen(false)
  }, [isReplaced])

  // The verdict of a claim that the user has made here. On phones, the form was a screen long, and a celebration follows.
  useEffect(() => {
    if (attempts > 0) [...(row.current?.querySelectorAll('.claim') ?? [])].at(-1)?.scrollIntoView({ block: 'nearest' })
  }, [claims.length])

  function startClaim() {
    setClaiming(!isClaiming)
    if (isClaiming) return
    setAttempts(attempts + 1)
    // The exchange is beside the choice.
    setOpen(true)
  }

  /** The button that reports disappears, and so does its form. */
  function refuseClaim() {
    const { activeElement } = document
    if (activeElement !== headButton.current && row.current?.contains(activeElement)) headButton.current?.focus()
    setClaiming(false)
    setChosen(true)
  }

  function endClaim() {
    // The form disappears with its focus.
    if (row.current?.contains(document.activeElement)) reportButton.current?.focus()
    setClaiming(false)
  }

  return (
    <li
      ref={row}
      class="request"
      data-testid="request"
      data-request-id={requestId}
      data-number={number}
      data-ready={!isOpen || loaded === state}
      data-latest={isLatest}
    >
      <div class="request-line">
        <button
          ref={headButton}
          type="button"
          class="request-head"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setOpen(!isOpen)}
          data-testid="open-request"
        >
          <span class={`status status-${Math.floor(status / 100)}`} data-testid="request-status">
            {status || texts.noResponse}
          </span>{' '}
          <code>
            <strong>{method}</strong> {target.path}
          </code>{' '}
          <span class="figures" title={durationHint}>
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${(100 * duration) / longest}%` }} />
            </span>{' '}
            <span data-testid="request-duration">{texts.duration(duration)}</span>{' '}
            <span data-testid="request-size">{formatBytes(size)}</span>
          </span>
        </button>
        {canClaim && !isChosen && (
          <button
            ref={reportButton}
            type="button"
            class="link"
            aria-label={texts.reportLabel(line)}
            aria-expanded={isClaiming}
            onClick={startClaim}
            data-testid="report-fault"
          >
            {texts.report}
          </button>
        )}
      </div>
      {changed !== null && changed.length > 0 && (
        <p class="request-facts">
          {changed.map((fault) => (
            <strong class="fault" key={fault} data-testid="request-fault">
              {fault}
            </strong>
          ))}
        </p>
      )}
      {claims.map(({ number: claim, fault, verdict, explanation }) => (
        <div class="claim-row" key={claim}>
          <p class={`claim ${verdict ?? ''}`} data-testid="request-claim">
            <strong>{fault}:</strong> <WithCode text={board.claim.verdict(verdict, explanation)} />
          </p>
          <MakeTest target={target} number={number} requestId={requestId} known={known} token={token} />
        </div>
      ))}
      <div class={isClaiming ? 'request-content beside' : 'request-content'} id={content}>
        {attempts > 0 && (
          <ClaimForm
            key={attempts}
            requestId={requestId}
            listed={claims}
            suggested={named.find((fault) => claims.every((claim) => claim.fault !== fault))}
            isOpen={isClaiming}
            onEnd={endClaim}
          />
        )}
        {isOpen && refusal !== undefined && (
          <p class="hint" data-testid="not-reportable">
            <WithCode text={refusal} />
          </p>
        )}
        {isOpen && (
          <RecordedRequest
            target={target}
            number={number}
            requestId={requestId}
            known={known}
            token={token}
            state={state}
            onLoad={setLoaded}
            onNamed={setNamed}
            onChosen={refuseClaim}
            onReport={canClaim && !isChosen && !isClaiming && claims.length === 0 ? startClaim : undefined}
            isClaimed={canClaim && claims.length > 0}
            onSent={onSent}
          />
        )}
      </div>
    </li>
  )
}
