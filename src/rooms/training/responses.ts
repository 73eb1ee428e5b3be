import { ResponseNotFound } from '../../contract/errors.js'
import type { LogEntry, LoggedEntry, Numbered } from '../../rules/log/entry.js'
import { readFaultPlan } from '../fault-plan.js'
import type { BoardFork, BoardView } from '../handles.js'
import { latest } from '../log/log.js'
import { profileOf } from '../room.js'
import { challengeRestarts } from './challenges.js'
import { isWithin } from './exercise-settings.js'
import { changeScore } from './score.js'

/**
 * Counts the faults of responses about which learners can make claims. Responses outside of the exercise, and those with
 * faults of an earlier plan, do not count.
 *
 * @returns a function that returns the attempt to which a response counts, or `undefined` if it does not count
 */
export function countResponses(
  board: BoardFork,
  entries: readonly LogEntry[],
): (entry: LogEntry) => number | undefined {
  const { exercise } = profileOf(board.room)
  const { restarts: plan } = readFaultPlan(board)
  const attempt = challengeRestarts(board)
  const counts = ({ isClaimable, planRestarts, time }: LogEntry) =>
    isClaimable === true && (planRestarts ?? plan) === plan && isWithin(exercise, time)
  const faults = entries.filter(counts).flatMap(({ changed }) => changed)
  if (faults.length > 0) {
    changeScore(board, ({ happened }) => {
      for (const fault of faults) happened[fault] = (happened[fault] ?? 0) + 1
    })
  }
  return (entry) => (counts(entry) ? attempt : undefined)
}

/** Whether learners can make claims about a response now. A reset and a new exercise start another attempt. */
export function belongsToAttempt(board: BoardView, { attempt }: LoggedEntry): boolean {
  return attempt === challengeRestarts(board)
}

/**
 * Returns the latest response that has a request id and can be claimed.
 *
 * @throws ResponseNotFound
 */
export function requireResponse(board: BoardView, requestId: string): Numbered {
  for (const entry of latest(board, JSON.stringify(requestId))) {
    if (entry.requestId === requestId && belongsToAttempt(board, entry)) return entry
  }
  throw new ResponseNotFound(requestId)
}

/** Yields the responses that faults have changed and that can be claimed, the latest first. */
export function* changedResponses(board: BoardView): Generator<Numbered> {
  for (const entry of latest(board, '"changed":["')) {
    if (entry.changed.length > 0 && belongsToAttempt(board, entry)) yield entry
  }
}
