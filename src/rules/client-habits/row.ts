import { type Static, Type } from '@sinclair/typebox'
import { component } from '../../contract/schemas/builders.js'
import { list, string, stringEnum } from '../../contract/schemas/values.js'
import type { Attempts } from './attempts.js'
import type { Observation } from './observation.js'

export const DrillVerdict = component(
  'DrillVerdict',
  'What the client did about a fault, or about a refused request.',
  {
    situation: string('The kind of the situation, such as `retry-after`.'),
    verdict: stringEnum(['right', 'wrong', 'not-shown'], {
      description:
        'Whether the client was right. `not-shown` means that the service could not see it. Such a situation does not count.',
    }),
    request: string('The request with which the situation began, such as `POST /tasks`.'),
    faults: list(Type.String(), 'The names of the faults.'),
    requestIds: list(
      Type.String(),
      'The values of `X-Request-Id` of the requests that prove the verdict, the first one of the situation first.',
    ),
    reason: string('Why, in a sentence.'),
  },
)
/** The verdict on one situation. */
export type Verdict = Static<typeof DrillVerdict>

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

/** Returns a function that makes a judgement. Its evidence are the requests that prove it, besides those of the situation. */
function judging(verdict: Verdict['verdict']) {
  return (reason: string, evidence: readonly Observation[] = []) => ({ verdict, reason, evidence })
}

export const right = judging('right')
export const wrong = judging('wrong')
export const notShown = judging('not-shown')
type Judgement = ReturnType<typeof right>

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

/** Formats a time in seconds. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
