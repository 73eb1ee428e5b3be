import { LOG_MAX } from '../../contract/limits.js'
import { type BegunSequences, judgeSteps } from '../../rules/challenges/judge.js'
import type { LogEntry } from '../../rules/log/entry.js'
import { defineKind } from '../board/items.js'
import { countOf, lastNumber, reserveNumbers, setCount } from '../board/profile.js'
import type { Begun } from '../board/version.js'
import type { BoardFork, BoardView } from '../handles.js'
import { listRequestsAfter } from '../log/log.js'
import { exerciseId, profileOf, type RoomView } from '../room.js'
import { isWithin } from './exercise-settings.js'
import { changeScore, countSolved, scoreIn } from './score.js'
import type { SolvedChallenge } from './values.js'

/** The id has the number of the exercise and the name of the challenge. */
const SOLVED = defineKind<Omit<SolvedChallenge, 'challenge'>>('challenge')

/** The begun sequences. The log has the steps of later requests, so they are not stored with each. */
const BEGUN = defineKind<Begun>('begun')

/** The id of the only item of its kind. */
const CURRENT = 'current'

/** The maximum number of requests after which the begun sequences are stored again. The log keeps more. */
const STORED_EVERY = 100

/** The name of the count of how often the solved challenges were deleted within an exercise. */
const RESTARTS = 'challengeRestarts'

/** Returns how often the solved challenges of a board were deleted within exercises. */
export function ownRestarts(board: BoardView): number {
  return countOf(board, RESTARTS)
}

/** Returns what `challengeRestarts` returns for a board of a room, from what `ownRestarts` returns for it. */
export function restartsIn(room: RoomView, own: number): number {
  return own + profileOf(room).exerciseNumber - 1
}

/** Returns how often the solved challenges of a board were deleted. A new exercise starts without any, too. */
export function challengeRestarts(board: BoardView): number {
  return restartsIn(board.room, ownRestarts(board))
}

/**
 * Returns a function that says whether the steps of challenges of a request count. They do not if the request was outside
 * of the exercise, or if the solved challenges were deleted after it.
 */
export function countingSteps(board: BoardView): (entry: LogEntry) => boolean {
  const { exercise } = profileOf(board.room)
  const restarts = challengeRestarts(board)
  return ({ time, challenges }) => challenges?.restarts === restarts && isWithin(exercise, time)
}

const NONE: BegunSequences = {}

/** Returns the sequences that have begun in the exercise, since solved challenges were deleted. */
export function begunIn(board: BoardView): BegunSequences {
  const restarts = challengeRestarts(board)
  const sequencesOf = (begun?: Begun) => (begun?.restarts === restarts ? begun.sequences : NONE)
  const { begun } = board.version
  if (begun !== undefined) return sequencesOf(begun)
  const stored = BEGUN.read(board, CURRENT)
  const later = listRequestsAfter(board, stored?.last ?? 0, LOG_MAX)
  const counting = later.filter(({ challenges }) => challenges?.restarts === restarts)
  return judgeSteps(counting, sequencesOf(stored), Object.keys(scoreIn(board.room, board.id).solved)).begun
}

/**
 * Records the challenges that requests have solved.
 *
 * @param entries requests whose steps count, in the order of the log
 * @param before the sequences that had begun before them
 */
export function recordSteps(board: BoardFork, entries: readonly LogEntry[], before: BegunSequences): void {
  const restarts = challengeRestarts(board)
  const { begun: sequences, solutions } = judgeSteps(entries, before, Object.keys(scoreIn(board.room, board.id).solved))
  for (const { challenge, ...by } of solutions) recordSolved(board, challenge, by)
  const begun: Begun = { restarts, last: lastNumber(board, 'request'), sequences }
  board.version = { ...board.version, begun }
  const stored = BEGUN.read(board, CURRENT)?.last ?? 0
  // The log lacks unlisted requests.
  const isUnlisted = entries.some(({ isListed }) => isListed === false)
  if (isUnlisted || begun.last >= stored + STORED_EVERY) BEGUN.putShared(board, CURRENT, begun)
}

/** Records that a challenge of a board was solved, unless it was solved before. */
export function recordSolved(
  board: BoardFork,
  challenge: string,
  { time, requestId }: Pick<SolvedChallenge, 'time' | 'requestId'>,
): void {
  const id = `${exerciseId(board.room)}-${challenge}`
  if (SOLVED.get(board, id) !== undefined) return
  SOLVED.put(board, id, { number: reserveNumbers(board, 'challenge'), time, requestId })
  changeScore(board, (score) => countSolved(score, challenge, time))
}

/** Lists the solved challenges of the exercise, in the order in which they were solved. */
export function listSolved(board: BoardView): SolvedChallenge[] {
  const start = exerciseId(board.room)
  return SOLVED.list(board, start)
    .map(({ id, value }) => ({ challenge: id.slice(start.length + 1), ...value }))
    .sort((a, b) => a.number - b.number)
}

/** Deletes the solved challenges of the exercise. Sequences that have begun do not count any more. */
export function deleteSolved(board: BoardFork): void {
  SOLVED.deleteFrom(board, exerciseId(board.room))
  setCount(board, RESTARTS, ownRestarts(board) + 1)
}
