import { type Static, Type } from '@sinclair/typebox'
import type { Attempts } from './attempts.js'
import type { Observation } from './observation.js'

/** What a client did about a situation. `not-shown` means that the service could not see it. */
export const VERDICTS = ['right', 'wrong', 'not-shown'] as const

/** The verdict on one situation. */
export interface Verdict {
  /** The kind of the situation. */
  situation: string
  verdict: (typeof VERDICTS)[number]
  /** The request with which it began, such as `GET /tasks?page=0`. */
  request: string
  /** The faults that made it. */
  faults: readonly string[]
  /** The ids of the requests that prove the verdict, the first one of the situation first. */
  requestIds: readonly string[]
  /** Why, in one sentence. */
  reason: string
}

/** What a drill knows besides the requests. */
export const DrillEnd = Type.Object({
  /** When the program of the client ended, in milliseconds of the clock of the observations. */
  endedAt: Type.Number(),
  /** Whether it was stopped, for example at a time limit. Its further requests are then unknown. */
  wasStopped: Type.Boolean(),
  /** Whether the client says that everything is done. Absent if it says nothing. */
  claimsSuccess: Type.Optional(Type.Boolean()),
})
export type DrillEnd = Static<typeof DrillEnd>

export interface Judgement extends Pick<Verdict, 'verdict' | 'reason'> {
  /** The requests that prove the verdict, besides those of the situation. */
  evidence: readonly Observation[]
}

export interface Situation {
  /** The requests that make the situation: one, or several attempts with the same problem. */
  requests: readonly [Observation, ...Observation[]]
  last: Observation
  /** The first attempt after the last of these requests. */
  next: Observation | undefined
  attempts: Attempts
  end: DrillEnd
}

/** A kind of situation: a row of the table in docs/drill.md. */
export interface Row {
  name: string
  title: string
  /** What a client does right. */
  right: string
  /** Whether a response opens a situation of this kind. */
  opens(request: Observation): boolean
  /** Whether further attempts with the same problem belong to the situation. */
  joinsAttempts?: true
  /** Whether a request that is repeated without end is wrong, whatever else the client did. */
  refusesStorms?: true
  /**
   * Divides all requests that open situations of this kind into situations, in the order of their arrival. Without this
   * method, each request opens its own, or joins that of its earlier attempt.
   */
  divide?(requests: readonly Observation[]): [Observation, ...Observation[]][]
  judge(situation: Situation): Judgement
}

/** The number of attempts of one request after which they are a storm. */
const ATTEMPTS_MAX = 10

/** Returns the verdict on a request that was repeated without end; `undefined` if it was not. */
export function stormIn({ requests, attempts }: Situation): Judgement | undefined {
  const all = attempts.of(requests[0])
  const tries = all.slice(all.indexOf(requests[0]))
  if (tries.length <= ATTEMPTS_MAX) return undefined
  return wrong(`The client sent the request ${tries.length} times, and more than ${ATTEMPTS_MAX} are a storm.`, tries)
}

export function right(reason: string, evidence: readonly Observation[] = []): Judgement {
  return { verdict: 'right', reason, evidence }
}

export function wrong(reason: string, evidence: readonly Observation[] = []): Judgement {
  return { verdict: 'wrong', reason, evidence }
}

export function notShown(reason: string): Judgement {
  return { verdict: 'not-shown', reason, evidence: [] }
}

/** Formats a time in seconds. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
