import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isFocusLost } from '../../shared/browser/focus.js'
import { CopyButton } from '../../shared/parts/copyable.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { Variant } from '../../shared/service/variants.js'
import { formatRecent } from '../../shared/text/format.js'
import { WithCode } from '../../shared/text/with-code.js'
import { challenges as texts } from '../../texts/en/challenges.js'
import type { Operation } from '../service/operations.js'
import type { Challenge } from './use-challenges.js'

/** The variants in which challenges of these levels are solved. The others can be solved in all variants. */
const VARIANTS: Partial<Record<Challenge['level'], Variant>> = {
  authentication: 'v2',
  faults: 'buggy',
  resilience: 'buggy',
}

/** What a challenge can do with the other parts of the page. */
export interface ChallengeActions {
  /** The request ids that the Requests panel can show. */
  listed: ReadonlySet<string>
  /** Goes to a request in the Requests panel. */
  onShowRequest(requestId: string, until: string): void
  /** Opens the request sender with a challenge. */
  onTry(challenge: Challenge, variant: Variant): void
}

/** What a challenge needs from the other parts of the page. */
export interface ChallengeTools extends ChallengeActions {
  /** The operations of all variants; empty until they are loaded. */
  operations: readonly Operation[]
}

interface ChallengeRowProps extends ChallengeTools {
  challenge: Challenge
  /** Whether the challenge is the next one, which is open until the user closes it. */
  isNext: boolean
}

/** A challenge that opens into its task, its hints and its solution. */
export function ChallengeRow({ challenge, isNext, ...tools }: ChallengeRowProps) {
  const { name, title, solved } = challenge
  const [chosen, setOpen] = useState<boolean>()
  const content = useId()
  const isOpen = chosen ?? isNext
  const state = solved === null ? 'hidden' : solved ? 'solved' : 'open'
  return (
    <li class={`challenge is-${state}`} data-testid="challenge" data-challenge={name} data-state={state}>
      <button
        type="button"
        class="challenge-head"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setOpen(!isOpen)}
        data-testid="open-challenge"
      >
        <span class="challenge-mark" role="img" aria-label={texts.states[state]} />
        <span class="challenge-title">{title}</span>
      </button>
      <div id={content} hidden={!isOpen}>
        {isOpen && <Content challenge={challenge} {...tools} />}
      </div>
    </li>
  )
}

function Content({ challenge, operations, listed, onShowRequest, onTry }: Omit<ChallengeRowProps, 'isNext'>) {
  const { level, task, hints, solution, teaches, solved, solvedAt, requestId } = challenge
  const variant = VARIANTS[level] ?? 'v1'
  const url = new URL(teaches.url)
  const operation = operations.find(({ method, template }) => `${method} ${template}` === teaches.operation)
  return (
    <div class="challenge-content">
      <p data-testid="challenge-task">
        <WithCode text={task} />
      </p>
      {solved === null && <p class="hint">{texts.hiddenState}</p>}
      {solvedAt !== null && requestId !== null && (
        <p class="hint" data-testid="challenge-request">
          {texts.solvedAt(formatRecent(solvedAt))}
          {listed.has(requestId) ? (
            <button
              type="button"
              class="link"
              onClick={() => onShowRequest(requestId, solvedAt)}
              data-testid="show-solving-request"
            >
              {texts.showRequest}
            </button>
          ) : (
            <code>{requestId}</code>
          )}
          .
        </p>
      )}
      {!solved && (
        <p>
          <button type="button" class="quiet" onClick={() => onTry(challenge, variant)} data-testid="try-challenge">
            {texts.tryIt}
          </button>
        </p>
      )}
      {hints !== null && <ChallengeHints hints={hints} />}
      {solution !== null && (
        <details class="challenge-solution">
          <summary data-testid="challenge-solution-heading">{texts.solution}</summary>
          <p class="hint">
            <WithCode text={texts.solutionHint} />
          </p>
          <pre>
            <code data-testid="challenge-solution">{solution}</code>
          </pre>
          <CopyButton label={texts.solution} value={solution} />
        </details>
      )}
      {/* The line is there before the operations are loaded, because what is below must not move. */}
      {teaches.operation !== null && (
        <p class="hint">
          {operation ? (
            <a
              href={`${BASE_PATH}/docs?urls.primaryName=${variant}#/${operation.tag}/${operation.id}`}
              data-testid="look-up-operation"
            >
              {texts.lookUp(operation.summary)}
            </a>
          ) : (
            '\u00a0'
          )}
        </p>
      )}
      <p class="hint">
        <a href={url.pathname + url.hash} data-testid="challenge-teaches">
          {texts.teaches(teaches.page)}
        </a>
      </p>
    </div>
  )
}

/** The hints of a challenge, which the user opens one after the other. */
function ChallengeHints({ hints }: { hints: readonly string[] }) {
  const [count, setCount] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The button disappears with the last hint.
    if (count === hints.length && isFocusLost()) list.current?.focus()
  }, [count])
  return (
    <>
      {/* A log announces only what is added to it. */}
      <div ref={list} class="challenge-hints" role="log" aria-label={texts.hints} tabIndex={-1}>
        {count > 0 && (
          <ol>
            {hints.slice(0, count).map((hint) => (
              <li key={hint} data-testid="challenge-hint">
                <WithCode text={hint} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {count < hints.length && (
        <p>
          <button type="button" class="quiet" onClick={() => setCount(count + 1)} data-testid="show-hint">
            {texts.hint(count + 1, hints.length)}
          </button>
        </p>
      )}
    </>
  )
}
