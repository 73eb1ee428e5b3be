import { isIdempotent, isRead, type Observation, slackOf } from '../observation.js'
import { notShown, type Row, right, type Situation, seconds, wrong } from '../row.js'

const FAULTS = ['server-error', 'connection-reset', 'lost-response', 'empty-response', 'truncated-body']

/** Faults of the body. A client that needs no body can ignore them. */
const OF_BODY = ['empty-response', 'truncated-body']

/** A pause in milliseconds that is too short to count as one. */
const PAUSE_MIN = 20

/** The growth of pauses that is certain in spite of the slack. */
const GROWTH = 1.5

export const failedRequest: Row = {
  name: 'failed-request',
  title: '500, or a reset, empty or truncated response to a safe or idempotent request',
  right: 'repeats the request, at most 10 times, with growing pauses',
  opens: (request) =>
    isIdempotent(request) && (request.status === 500 || FAULTS.some((name) => request.faults.includes(name))),
  joinsAttempts: true,
  refusesStorms: true,
  judge(situation) {
    const { last, next, end } = situation
    if (next === undefined) return judgeEnd(situation)
    const tries = [...situation.requests, next]
    const pauses = pausesBetween(tries)
    const shown = pauses.map(seconds).join(' and ')
    if (pauses.length === 1) return right(`The client repeated the request after ${shown}.`, [next])
    if (pauses.every((pause) => pause < PAUSE_MIN)) {
      return wrong(`The client repeated the request ${pauses.length} times without a pause.`, tries)
    }
    return areEqual(pauses)
      ? wrong(`The client repeated the request after equal pauses: ${shown}.`, tries)
      : right(`The client repeated the request after ${shown}.`, [next])

    function judgeEnd({ requests }: Situation) {
      if (requests.length > 1) return right(`The client gave up after ${requests.length} attempts.`)
      if (end.wasStopped) return notShown('The drill ended before the client repeated the request.')
      const needsNoBody = !isRead(last) && last.faults.some((name) => OF_BODY.includes(name))
      return needsNoBody
        ? notShown('The client may not need the body of this response.')
        : wrong('The client never repeated the request, although it is safe to do so.')
    }
  },
}

function pausesBetween(tries: readonly Observation[]): number[] {
  return tries.slice(1).map(({ arrivedAt }, index) => Math.max(0, arrivedAt - (tries[index] as Observation).endedAt))
}

/** Whether pauses are equal, even if the slack is taken from the earlier one of each two. */
function areEqual(pauses: readonly number[]): boolean {
  return pauses.slice(1).every((pause, index) => {
    const before = pauses[index] as number
    return Math.abs(pause - before) <= slackOf(Math.max(pause, before)) && GROWTH * (before - slackOf(before)) > pause
  })
}
