import { type Observation, slackOf } from '../observation.js'
import { notShown, type Row, right, seconds, wrong } from '../row.js'

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

/** Returns when a request may be repeated; `NaN` if the response does not say so. */
function dueAt({ retryAfter, endedAt }: Observation): number {
  if (retryAfter === null) return Number.NaN
  return /^\d+$/.test(retryAfter) ? endedAt + Number(retryAfter) * 1000 : Date.parse(retryAfter)
}

export const retryAfter: Row = {
  name: 'retry-after',
  title: '429 or 503 with `Retry-After`',
  right: 'retries, and not before the time in `Retry-After`',
  opens: (request) => [429, 503].includes(request.status) && !Number.isNaN(dueAt(request)),
  judge({ last, next, end }) {
    const due = dueAt(last)
    const wait = Math.max(0, due - last.endedAt)
    if (next === undefined) {
      if (end.wasStopped && end.endedAt < due + slackOf(wait)) {
        return notShown('The drill ended before the time in Retry-After.')
      }
      return wrong(`The client never repeated the request, although ${last.status} with Retry-After allows it.`)
    }
    const waited = next.arrivedAt - last.endedAt
    return next.arrivedAt >= due - slackOf(wait)
      ? right(
          `The client repeated the request after ${seconds(waited)}; Retry-After allowed it after ${seconds(wait)}.`,
          [next],
        )
      : wrong(
          `The client repeated the request after ${seconds(waited)}, but Retry-After allowed it after ${seconds(wait)}.`,
          [next],
        )
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
