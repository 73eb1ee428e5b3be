import { changeProfile, lastNumber } from './board/counters.js'
import type { BoardProfile } from './board/profile.js'
import { touchLearner } from './classes/learners.js'
import type { BoardFork } from './handles.js'
import { recordEffects } from './log/effects.js'
import { keepSegment, trimSegments } from './log/exchanges.js'
import { addToLog } from './log/log.js'
import type { JournalEntry } from './log/values.js'
import { recordMarks } from './training/challenges.js'
import { recordResponses } from './training/responses.js'

/** What is recorded with requests. */
export interface Recorded {
  now: string
  /** The maximum size of the exchanges of a board in bytes. */
  exchangesMax: number
  /** The blob that has the exchanges of the requests, and its size. */
  segment?: { id: string; bytes: number }
}

/**
 * Adds requests to the log of a board, with everything that follows from them, and touches the board.
 *
 * @param entries all requests, in the order of their responses
 * @param listed those that belong to the log. The others can only solve challenges.
 */
export function recordRequests(
  board: BoardFork,
  entries: readonly JournalEntry[],
  listed: readonly JournalEntry[],
  { now, exchangesMax, segment }: Recorded,
): void {
  const { usedAt } = board.version.profile as BoardProfile
  changeProfile(board, { usedAt: usedAt > now ? usedAt : now })
  const first = addToLog(board, listed)
  const last = lastNumber(board, 'request')
  recordMarks(board, entries)
  recordEffects(board, listed, first)
  recordResponses(board, listed, first)
  if (segment !== undefined) keepSegment(board, segment.id, { first, last, bytes: segment.bytes })
  trimSegments(board, exchangesMax)
  touchLearner(board, listed.at(-1)?.time)
}
