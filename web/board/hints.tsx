import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Exchange } from '../../src/training/schemas/exchange.js'
import { send } from '../shared/api.js'
import { BASE_PATH } from '../shared/base-path.js'
import { Failure } from '../shared/failure.js'
import { useRequest } from '../shared/use-request.js'
import { WithCode } from '../shared/with-code.js'
import { board as texts } from '../texts/en/board.js'
import { common } from '../texts/en/common.js'
import { WriteButton } from './write-button.js'

const labels = texts.hints

type State = NonNullable<Exchange['hints']>

interface HintsProps {
  requestId: string
  /** The hints when the request was loaded; `undefined` if the response has none. */
  loaded: State | undefined
  /** What follows if the response is correct, so that a find needs another one. */
  children: ComponentChildren
}

/** The hints that were taken for a response, and the button that takes the next one. */
export function Hints({ requestId, loaded, children }: HintsProps) {
  const [latest, setLatest] = useState<State>()
  const { isPending, failure, run } = useRequest<void>()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  if (loaded === undefined) return null
  // A request that was loaded before the latest hint can arrive after it.
  const shown = latest !== undefined && latest.taken.length > loaded.taken.length ? latest : loaded
  const { taken, correct, left, credit, nextCredit } = shown

  const take = () =>
    run(async () => {
      const path = `${BASE_PATH}/requests/${encodeURIComponent(requestId)}/hints`
      const next = await send<State>('POST', path)
      // The button disappears with its focus.
      if (next.left === 0 && document.activeElement === button.current) list.current?.focus()
      setLatest(next)
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
      {correct && <div class="request-actions">{children}</div>}
      {left > 0 && (
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
      {left === 0 && credit < 1 && (
        <p class="hint" data-testid="hint-credit">
          {labels.credit(credit)}
        </p>
      )}
      <Failure failure={failure} />
    </section>
  )
}
