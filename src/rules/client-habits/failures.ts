import { isIdempotent, isRead, type Observation, slackOf } from './observation.js'
import { notShown, type Row, right, type Situation, seconds, wrong } from './row.js'

const FAULTS = ['server-error', 'connection-reset', 'lost-response', 'empty-response', 'truncated-body']

/** Faults of the body. A client that needs no body can ignore them. */
const OF_BODY = ['empty-response', 'truncated-body']

/** A pause in milliseconds that is too short to count as one. */
const PAUSE_MIN = 20

/** A pause in milliseconds that is too short to say whether it is equal to another one. */
const COMPARED_MIN = 100

export const failedRequest: Row = {
  name: 'failed-request',
  title: '500, or a reset, empty or truncated response to a safe or idempotent request',
  right: 'retries, at most 10 times, with growing pauses',
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

/** Whether pauses differ by no more than timers do. Of random pauses of a second, less than 1 pair in 100 is so close. */
function areEqual(pauses: readonly number[]): boolean {
  const longest = Math.max(...pauses)
  return longest >= COMPARED_MIN && longest - Math.min(...pauses) <= Math.min(4, 0.02 * longest)
}

const OF_READS = ['malformed-json', 'wrong-content-type']

export const brokenContent: Row = {
  name: 'broken-content',
  title: 'malformed JSON, a wrong content type, or HTML',
  right: 'treats the response as a failure, and retries',
  // A write with a broken response has succeeded, and its client may not need the body.
  opens: (request) =>
    request.faults.includes('html-error') ||
    (isRead(request) && OF_READS.some((name) => request.faults.includes(name))),
  joinsAttempts: true,
  refusesStorms: true,
  judge({ last, next, requests, end }) {
    if (next !== undefined || requests.length > 1) {
      return right('The client treated the response as a failure: it repeated the request.', next ? [next] : [])
    }
    return isIdempotent(last) && end.claimsSuccess === true
      ? wrong('The client never repeated the request, and reported success at the end.')
      : notShown('The client did not repeat the request. It may have treated the response as a failure.')
  },
}

/** The time in milliseconds within which two equal requests were meant to run at the same time. */
const TOGETHER = 250

export const slowResponse: Row = {
  name: 'slow-response',
  title: 'a slow response, or a slow body',
  right: 'waits, or disconnects after its time-out before it retries',
  opens: ({ faults }) => faults.includes('slow-response') || faults.includes('slow-body'),
  refusesStorms: true,
  judge({ last, next, attempts, end }) {
    const took = last.endedAt - last.arrivedAt
    const slack = slackOf(took)
    const meanwhile = attempts
      .of(last)
      .filter(({ arrivedAt }) => arrivedAt >= last.arrivedAt + TOGETHER && arrivedAt < last.endedAt - slack)
    if (meanwhile.length > 0) {
      return wrong('The client repeated the request while the first attempt still ran.', meanwhile)
    }
    if (end.wasStopped && last.endedAt >= end.endedAt - slack) return notShown('The drill ended during the response.')
    if (last.deadline !== null && took > last.deadline + slackOf(last.deadline)) {
      return wrong(`The client waited ${seconds(took)}, although it had announced to wait ${seconds(last.deadline)}.`)
    }
    return last.isDisconnected
      ? right(`The client disconnected after ${seconds(took)}.`, next ? [next] : [])
      : right(`The client waited ${seconds(took)}.`)
  },
}
