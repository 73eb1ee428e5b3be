/** The habits of a client in a drill: how it handled each fault. @module */

import { type Attempts, attemptsIn } from './attempts.js'
import { nameOf, type Observation } from './observation.js'
import { type DrillEnd, type Row, type Situation, stormIn, type Verdict } from './row.js'
import { ROWS } from './rows.js'

type Requests = Situation['requests']

/**
 * Judges what a client did about the situations in which a service has put it. Only what the service saw counts, and each
 * request belongs to at most one situation.
 *
 * @param observations the requests of the client to one board, in any order
 * @param end how the drill ended
 * @returns a verdict for each situation, in the order in which they began
 */
export function judge(observations: readonly Observation[], end: DrillEnd): Verdict[] {
  const attempts = attemptsIn(observations)
  return situationsIn(attempts)
    .toSorted(([, [a]], [, [b]]) => a.arrivedAt - b.arrivedAt)
    .map(([row, requests]) => toVerdict(row, requests, attempts, end))
}

function toVerdict(row: Row, requests: Requests, attempts: Attempts, end: DrillEnd): Verdict {
  const last = requests.at(-1) ?? requests[0]
  const situation = { requests, last, next: attempts.after(last), attempts, end }
  const storm = row.refusesStorms && stormIn(situation)
  const { verdict, reason, evidence } = storm ?? row.judge(situation)
  const ids = [...requests, ...evidence].map(({ requestId }) => requestId)
  return {
    situation: row.name,
    verdict,
    request: nameOf(requests[0]),
    faults: [...new Set(requests.flatMap(({ faults }) => faults))],
    requestIds: [...new Set(ids)],
    reason,
  }
}

function situationsIn(attempts: Attempts): [Row, Requests][] {
  const rowOf = new Map(attempts.all.map((request) => [request, ROWS.find((row) => row.opens(request))]))
  const situations: [Row, Requests][] = []
  for (const row of ROWS) {
    const opening = attempts.all.filter((request) => rowOf.get(request) === row)
    const divided = row.divide?.(opening) ?? divideByAttempts(row, opening)
    situations.push(...divided.map((requests): [Row, Requests] => [row, requests]))
  }
  return situations

  function divideByAttempts(row: Row, opening: readonly Observation[]): Requests[] {
    const joined = new Set<Observation>()
    return opening.flatMap((request) => {
      if (joined.has(request)) return []
      const requests: [Observation, ...Observation[]] = [request]
      let next = row.joinsAttempts && attempts.after(request)
      while (next && rowOf.get(next) === row && !joined.has(next)) {
        joined.add(next)
        requests.push(next)
        next = attempts.after(next)
      }
      return [requests]
    })
  }
}
