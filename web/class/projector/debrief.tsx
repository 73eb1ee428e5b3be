import { useEffect } from 'preact/hooks'
import type { ClassDebrief } from '../../../src/management/projector/schemas.js'
import type { Exchange } from '../../../src/training/schemas/exchange.js'
import { RequestFailed, send } from '../../shared/api.js'
import { Failure } from '../../shared/failure.js'
import { type Evidence, RequestDetails } from '../../shared/request-details.js'
import { useReload } from '../../shared/use-reload.js'
import { useRequest } from '../../shared/use-request.js'
import { WithCode } from '../../shared/with-code.js'
import { texts } from '../../texts/en/projector.js'
import { useClass } from '../class-api.js'
import { isShortcut } from './use-full-screen.js'

const { debrief: labels } = texts

type Fault = ClassDebrief['faults'][number]

interface DebriefProps {
  /** The name of the fault; `undefined` for the first one. */
  fault: string | undefined
  /** Changes when the class has sent more requests or claims. */
  version: string
  onFault(fault: string): void
}

/** The faults that the class has missed, one at a time, those that were missed most often first. */
export function Debrief({ fault, version, onFault }: DebriefProps) {
  const api = useClass()
  const { result, failure, run } = useRequest<ClassDebrief>()
  const reload = useReload(() => run(() => api.send('GET', '/debrief')))
  useEffect(() => void reload(), [version, reload])
  const faults = result?.faults ?? []
  const index = Math.max(
    0,
    faults.findIndex((each) => each.fault === fault),
  )
  const go = (step: number) => {
    const next = faults[index + step]
    if (next !== undefined) onFault(next.fault)
  }
  useEffect(() => {
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
  const shown = faults[index]
  if (shown === undefined) return <p data-testid="debrief-empty">{labels.empty}</p>
  return (
    <section class="projector-debrief" aria-labelledby="debrief" data-testid="debrief">
      <div class="debrief-head">
        <h2 id="debrief">{shown.fault}</h2>
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
          <span>{texts.of(index + 1, faults.length)}</span>
          <button
            type="button"
            class="quiet"
            aria-disabled={index === faults.length - 1}
            onClick={() => go(1)}
            data-testid="debrief-next"
          >
            {labels.next}
          </button>
        </p>
      </div>
      <p>
        <WithCode text={shown.effect} />
      </p>
      <p class="large" data-testid="debrief-numbers">
        {labels.numbers(shown.found, shown.happened, shown.learners)}
      </p>
      {shown.example && <Example key={shown.fault} example={shown.example} />}
    </section>
  )
}

/** The request of a learner who has missed the fault, with the expected response and the differences. */
function Example({ example: { board, requestId } }: { example: NonNullable<Fault['example']> }) {
  const { token } = useClass()
  const { result, failure, run } = useRequest<Exchange | undefined>()
  useEffect(() => {
    run(() =>
      send<Exchange>('GET', `/b/${board}/requests/${encodeURIComponent(requestId)}`, { token }).catch((error) => {
        if (error instanceof RequestFailed && error.status === 404) return undefined
        throw error
      }),
    )
  }, [board, requestId, token, run])
  return (
    <>
      {result && (
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
function withoutAddresses({ request, response, evidence }: Exchange): Evidence {
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
