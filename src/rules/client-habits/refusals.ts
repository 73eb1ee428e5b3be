import type { RetryAfter } from '../log/entry.js'
import { type Observation, slackOf } from './observation.js'
import { notShown, type Row, right, seconds, wrong } from './row.js'

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

export const retryAfter: Row = {
  name: 'retry-after',
  title: '429 or 503 with `Retry-After`',
  right: 'retries, and not before the time in `Retry-After`',
  opens: (request) => [429, 503].includes(request.status) && request.retryAfter !== null,
  judge({ last, next, end }) {
    const { delay, isDate } = last.retryAfter as RetryAfter
    const wait = Math.max(0, delay)
    const due = last.endedAt + delay - slackOf(wait)
    if (next === undefined) {
      return end.wasStopped && end.endedAt < last.endedAt + delay + slackOf(wait)
        ? notShown('The drill ended before the time in Retry-After.')
        : wrong(`The client never repeated the request, although ${last.status} with Retry-After allows it.`)
    }
    const repeated = `The client repeated the request after ${seconds(next.arrivedAt - last.endedAt)}`
    const allowed = `Retry-After allowed it after ${seconds(wait)}`
    // A client can have another time.
    const clock = isDate ? ', by the clock of the service' : ''
    return next.arrivedAt >= due
      ? right(`${repeated}; ${allowed}.`, [next])
      : wrong(`${repeated}, but ${allowed}${clock}.`, [next])
  },
}

const STATUSES = [400, 404, 405, 413, 415, 422]

export const refusedRequest: Row = {
  name: 'refused-request',
  title: '400, 404, 405, 413, 415 or 422',
  right: 'does not retry the request unchanged',
  opens: ({ status }) => STATUSES.includes(status),
  joinsAttempts: true,
  judge({ requests, next, attempts }) {
    const [first] = requests
    const repeated = next === undefined ? requests.slice(1) : [...requests.slice(1), next]
    const [second] = repeated
    if (second === undefined) return right(`The client did not repeat the request after ${first.status}.`)
    // A task that did not exist can have been created meanwhile.
    const isOther = first.status === 404 && attempts.all.some((request) => isWriteBetween(request, first, second))
    return isOther
      ? right('The client sent the request again after it had changed the board.', [second])
      : wrong(`The client repeated the request unchanged after ${first.status}.`, repeated)
  },
}

function isWriteBetween({ method, arrivedAt }: Observation, first: Observation, second: Observation): boolean {
  return method !== 'GET' && method !== 'HEAD' && arrivedAt >= first.arrivedAt && arrivedAt < second.arrivedAt
}
