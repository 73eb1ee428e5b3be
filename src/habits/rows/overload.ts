import type { Observation } from '../observation.js'
import { notShown, type Row, right, wrong } from '../row.js'

/** The time in milliseconds over which rates are compared. */
const WINDOW = 1000

/** The time in milliseconds without a refusal after which the next one is a new situation. */
const GAP = 2000

/** The number of requests in the window before the refusal without which there is no rate. */
const REQUESTS_MIN = 20

/** The share of the rate from which on it has not changed. */
const SAME = 0.9

export const overload: Row = {
  name: 'overload',
  title: '503 because of too many concurrent requests',
  right: 'sends fewer requests per second',
  opens: ({ status, faults }) => status === 503 && faults.includes('overload'),
  divide(requests) {
    const situations: [Observation, ...Observation[]][] = []
    for (const request of requests) {
      const current = situations.at(-1)
      const before = current?.at(-1)
      if (current && before && request.arrivedAt - before.arrivedAt <= GAP) current.push(request)
      else situations.push([request])
    }
    return situations
  },
  judge({ requests: [first], attempts, end }) {
    const at = first.endedAt
    const count = (from: number, to: number) =>
      attempts.all.filter(({ arrivedAt }) => arrivedAt >= from && arrivedAt < to).length
    const before = count(first.arrivedAt - WINDOW, first.arrivedAt)
    const after = count(at, at + WINDOW)
    if (before < REQUESTS_MIN) return notShown(`The client sent only ${before} requests in the second before.`)
    if (end.wasStopped && end.endedAt < at + WINDOW) return notShown('The drill ended within a second.')
    const rates = `${before} requests in the second before the refusal, and ${after} in the second after it`
    return after < SAME * before
      ? right(`The client backed off: it sent ${rates}.`)
      : wrong(`The client kept its rate: it sent ${rates}.`)
  },
}
