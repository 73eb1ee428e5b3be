import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Exchange } from '../../../src/classroom/exchanges/schemas.js'
import { isFocusLost } from '../../shared/browser/focus.js'
import { send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { WithCode } from '../../shared/text/with-code.js'
import { board as texts } from '../../texts/en/board.js'
import { common } from '../../texts/en/common.js'
import { requests } from '../../texts/en/requests.js'
import { WriteButton } from '../shell/write-button.js'
import { explainRefusal } from './refusal.js'

const labels = texts.hints

export type HintState = NonNullable<Exchange['hints']>

interface HintsProps {
  requestId: string
  /** `undefined` if the response has none. */
  hints: HintState | undefined
  onTaken(hints: HintState): void
  /** Opens the form that reports a fault; `undefined` if none can be reported now. */
  onReport: (() => void) | undefined
  /** What follows if the response is correct, so that a find needs another one. */
  children: ComponentChildren
}

/** The hints that were taken for a response, and the button that takes the next one. */
export function Hints({ requestId, hints, onTaken, onReport, children }: HintsProps) {
  const { isPending, failure, run } = useRequest<void>()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Now, before the button can disappear: after the last hint, or after a claim about the response.
  const hadFocus = button.current !== null && document.activeElement === button.current
  useLayoutEffect(() => {
    if (hadFocus && isFocusLost()) list.current?.focus()
  })
  if (hints === undefined) return null
  const { taken, correct, left, credit, nextCredit } = hints

  const take = () =>
    run(async () => {
      const path = `${BASE_PATH}/requests/${encodeURIComponent(requestId)}/hints`
      onTaken(await explainRefusal(send<HintState>('POST', path)))
    })

  return (
    <section class="hints" data-testid="hints">
      <h3>{labels.heading}</h3>
      {/* A log announces only what is added to it. */}
      <div ref={list} role="log" aria-label={labels.taken} tabIndex={-1}>
        {taken.length > 0 && (
          <ol>
            {taken.map((hint) => (
              <li key={hint} data-testid="hint">
                <WithCode text={hint} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {correct && (
        <p class="request-actions">
          {children} <span class="hint">{labels.another}</span>
        </p>
      )}
      {left > 0 && !correct && (
        <p class="request-actions">
          <WriteButton
            ref={button}
            type="button"
            class="quiet"
            isPending={isPending}
            onClick={take}
            aria-describedby={`cost-${requestId}`}
            data-testid="take-hint"
          >
            {isPending ? common.sending : labels.take(taken.length)}
          </WriteButton>{' '}
          <span class="hint" id={`cost-${requestId}`} data-testid="hint-cost">
            {nextCredit === credit ? labels.free : labels.cost(credit, nextCredit ?? 0)}
          </span>
        </p>
      )}
      {left === 0 && !correct && onReport && (
        <p class="request-actions">
          <button type="button" class="quiet" onClick={onReport} data-testid="report-hinted">
            {requests.reportFault}
          </button>
        </p>
      )}
      {left === 0 && credit < 1 && (
        <p class="hint" data-testid="hint-credit">
          {labels.credit(credit)}
        </p>
      )}
      <Failure failure={failure} />
    </section>
  )
}
