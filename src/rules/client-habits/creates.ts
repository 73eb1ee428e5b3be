import { isIdempotent, isRead, type Observation, pathOf, slackOf } from './observation.js'
import { notShown, type Row, right, type Situation, wrong } from './row.js'

/** Whether a request changes or deletes something that exists. */
function isLaterStep({ method }: Observation): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'POST'
}

/**
 * Returns the first read with which the client checked what its request did: a read of the collection or of something in
 * it, before the next attempt and before any later change.
 */
function lookAfter({ last, next, attempts }: Situation): Observation | undefined {
  const start = Math.max(last.arrivedAt, last.endedAt - slackOf(last.endedAt - last.arrivedAt))
  for (const request of attempts.all) {
    if (request.arrivedAt < start) continue
    if (request === next || isLaterStep(request)) return undefined
    const path = pathOf(request)
    const collection = pathOf(last)
    if (isRead(request) && (path === collection || path.startsWith(`${collection}/`))) return request
  }
  return undefined
}

export const failedCreate: Row = {
  name: 'failed-create',
  title: '500, or a reset, on a create',
  right: 'retries, or checks first: these faults change nothing, so both are safe',
  opens: (request) =>
    !isIdempotent(request) && (request.status === 500 || request.faults.some((name) => name === 'connection-reset')),
  joinsAttempts: true,
  refusesStorms: true,
  judge(situation) {
    const { next } = situation
    const look = lookAfter(situation)
    if (look !== undefined) return right('The client looked what the request had done.', next ? [look, next] : [look])
    if (next !== undefined)
      return right('The client repeated the request, which is safe, because it had changed nothing.', [next])
    return notShown('The client did not repeat the request. It cannot know whether that is safe.')
  },
}

export const lostCreate: Row = {
  name: 'lost-create',
  title: '`lost-response` on a create',
  right: 'checks whether the task exists before it retries, or removes the duplicate',
  opens: ({ created, faults }) => created !== null && faults.includes('lost-response'),
  joinsAttempts: true,
  refusesStorms: true,
  judge(situation) {
    const { requests, next, attempts } = situation
    const all = attempts.of(requests[0])
    const made = all.slice(all.indexOf(requests[0])).filter(({ created }) => created !== null)
    const deletions = attempts.all.filter((request) => made.some((one) => isDeletionOf(request, one)))
    const look = lookAfter(situation)
    const looked = look === undefined ? [] : [look]
    if (made.length - new Set(deletions.map(pathOf)).size > 1) {
      return wrong(
        'The client repeated the request, although it had created the task, and did not delete the duplicate in buggy.',
        [...looked, ...made],
      )
    }
    if (made.length > 1) {
      return right('The client repeated the request, and then deleted the duplicate.', [...made, ...deletions])
    }
    if (look !== undefined) return right('The client looked, and did not create the task again.', looked)
    return next === undefined
      ? notShown('The client neither repeated the request, nor looked in buggy before its next step.')
      : notShown('The repeated request created nothing.')
  },
}

function isDeletionOf(request: Observation, { created }: Observation): boolean {
  return request.method === 'DELETE' && pathOf(request) === created && (request.status < 300 || request.status === 444)
}
