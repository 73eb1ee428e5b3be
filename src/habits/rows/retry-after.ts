import { type Observation, slackOf } from '../observation.js'
import { notShown, type Row, right, seconds, wrong } from '../row.js'

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
