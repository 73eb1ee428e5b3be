import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { Exchange } from '../../../../src/classroom/exchanges/schemas.js'
import type { ClassDebrief } from '../../../../src/classroom/projector/schemas.js'
import { type Evidence, RequestDetails } from '../../../shared/request-details/request-details.js'
import { Failure } from '../../../shared/service/failure.js'
import { useReload } from '../../../shared/service/use-reload.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { WithCode } from '../../../shared/text/with-code.js'
import { texts } from '../../../texts/en/projector.js'
import { useClass } from '../../service/class-api.js'
import { loadExchange } from '../../service/load-exchange.js'
import { isShortcut } from '../use-full-screen.js'
import { DebriefChallenges } from './debrief-challenges.js'
import { DebriefDrill } from './debrief-drill.js'

const { debrief: labels } = texts

type Fault = ClassDebrief['faults'][number]

/** The slides with the challenges and with the drill. The others have the names of faults and defects. */
const CHALLENGES = 'challenges'
const DRILL = 'drill'

interface DebriefProps {
  /** The name of the slide; `undefined` for the first one. */
  slide: string | undefined
  /** The names of learners by the ids of their boards. It is empty if the trainer projects no names. */
  names: ReadonlyMap<string, string | null>
  /** Whether the exercise has a drill. */
  hasDrill: boolean
  /** Whether the class has found faults or defects. */
  hasFinds: boolean
  /** Changes when the class has sent more requests or claims. */
  version: string
  onSlide(slide: string): void
}

/** The challenges, the drill, and the faults and defects that the class has missed, one at a time, those that were missed most often first. */
export function Debrief({ slide, names, hasDrill, hasFinds, version, onSlide }: DebriefProps) {
  const api = useClass()
  const { result, failure, run } = useRequest<ClassDebrief>()
  const reload = useReload(() => run(() => api.send('GET', '/debrief')))
  useEffect(() => void reload(), [version, reload])
  const faults = result?.faults ?? []
  const slides = [
    ...(result?.challenges.length ? [CHALLENGES] : []),
    ...(hasDrill ? [DRILL] : []),
    ...faults.map(({ fault }) => fault),
  ]
  const index = Math.max(0, slides.indexOf(slide ?? ''))
  const go = (step: number) => {
    const next = slides[index + step]
    if (next !== undefined) onSlide(next)
  }
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Presenters send Page Up and Page Down.
      const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key]
      const isInText = event.target instanceof Element && event.target.closest('pre') !== null
      if (step === undefined || isInText || !isShortcut(event)) return
      event.preventDefault()
      go(step)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  if (result === undefined) return <Failure failure={failure} />
  const shown = slides[index]
  if (shown === undefined) return <p data-testid="debrief-empty">{hasFinds ? labels.empty : labels.nothing}</p>
  const fault = faults.find((each) => each.fault === shown)
  return (
    <section class="projector-debrief" aria-labelledby="debrief" data-testid="debrief">
      <div class="debrief-head">
        <h2 id="debrief">{shown === CHALLENGES || shown === DRILL ? labels[shown] : shown}</h2>
        <p class="buttons">
          <button
            type="button"
            class="quiet"
            aria-disabled={index === 0}
            onClick={() => go(-1)}
            data-testid="debrief-previous"
          >
            {labels.previous}
          </button>
          <span>{texts.of(index + 1, slides.length)}</span>
          <button
            type="button"
            class="quiet"
            aria-disabled={index === slides.length - 1}
            onClick={() => go(1)}
            data-testid="debrief-next"
          >
            {labels.next}
          </button>
        </p>
      </div>
      {shown === CHALLENGES && <DebriefChallenges debrief={result} names={names} />}
      {shown === DRILL && <DebriefDrill situations={result.situations} />}
      {fault && <MissedFault key={shown} fault={fault} />}
    </section>
  )
}

function MissedFault({ fault: { effect, found, happened, learners, example } }: { fault: Fault }) {
  return (
    <>
      <p>
        <WithCode text={effect} />
      </p>
      <p class="large" data-testid="debrief-numbers">
        {labels.numbers(found, happened, learners)}
      </p>
      {example && <Example example={example} />}
    </>
  )
}

/** The request of a learner who has missed the fault, with the expected response and the differences. */
function Example({ example: { board, number, requestId } }: { example: NonNullable<Fault['example']> }) {
  const { token } = useClass()
  const { result, failure, run } = useRequest<Partial<Exchange>>()
  useEffect(() => {
    run(() => loadExchange(board, { number, requestId }, token))
  }, [board, number, requestId, token, run])
  return (
    <>
      {result?.method && (
        <p>
          <code data-testid="debrief-request">
            {result.method} {result.query === null ? result.path : `${result.path}?${result.query}`}
          </code>
        </p>
      )}
      <RequestDetails evidence={result && withoutAddresses(result)} failure={failure} />
    </>
  )
}

/** Returns an exchange without the headers that are the same in both responses: they can name the board of the learner. */
function withoutAddresses({ request, response, evidence }: Partial<Exchange>): Evidence {
  const different = new Set(evidence?.difference.map(({ at }) => at))
  const headers = Object.fromEntries(
    Object.entries(response?.headers ?? {}).filter(([name]) => different.has(`headers.${name}`)),
  )
  return {
    ...(request && { request }),
    ...(response && { response: { ...response, headers } }),
    ...(evidence && { evidence }),
  }
}
