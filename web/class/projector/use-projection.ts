import { useEffect, useRef, useState } from 'preact/hooks'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { ClassProjection } from '../../../src/classroom/projector/schemas.js'
import { useReload } from '../../shared/service/use-reload.js'
import { useRequest } from '../../shared/service/use-request.js'
import { useNow } from '../../shared/training/exercise.js'
import { useClass } from '../service/class-api.js'
import type { ClassFacts } from '../service/use-class-events.js'

const MINUTE = 60_000

/**
 * Loads what the projector may show whenever the class changes. The event stream has more, which is for the trainer.
 *
 * @returns `undefined` until it is loaded
 */
export function useProjection(facts: ClassFacts, learners: readonly ClassBoard[]): ClassProjection | undefined {
  const api = useClass()
  const { result, run } = useRequest<ClassProjection>()
  const [shown, setShown] = useState<ClassProjection>()
  const reload = useReload(() => run(() => api.send('GET', '/projection')))
  const version = JSON.stringify([
    facts.exercise,
    learners.map(({ joined, name, requests, claims, challenges, drill }) => [
      joined,
      name,
      requests,
      claims,
      challenges,
      drill,
    ]),
  ])
  useEffect(() => void reload(), [version, reload])
  // What was shown stays while the next load fails.
  useEffect(() => {
    if (result !== undefined) setShown(result)
  }, [result])
  return shown
}

export interface Pace {
  requests: number
  /** The time in which the page has seen these requests, in steps of ten seconds up to a minute. */
  seconds: number
}

/** Returns the number of requests of the last minute, or of the time since the page was opened. */
export function usePace(requests: number | undefined): Pace {
  const now = useNow()
  const samples = useRef<{ at: number; requests: number }[]>([])
  if (requests === undefined) return { requests: 0, seconds: 10 }
  const list = samples.current
  // After a reset, the numbers start again.
  if ((list.at(-1)?.requests ?? 0) > requests) list.length = 0
  if (list.at(-1)?.requests !== requests) list.push({ at: now, requests })
  while (list.length > 1 && (list[1]?.at ?? now) <= now - MINUTE) list.shift()
  const first = list[0] ?? { at: now, requests }
  const seen = Math.min(MINUTE, Math.max(1, now - first.at))
  return { requests: requests - first.requests, seconds: Math.ceil(seen / 10_000) * 10 }
}
