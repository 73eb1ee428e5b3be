import { type BegunSequences, judgeSteps } from '../../rules/challenges/judge.js'
import type { LogEntry } from '../../rules/log/entry.js'
import {
  defineKind,
  deleteItem,
  deleteItemsFrom,
  getItem,
  listItems,
  putItem,
  putShared,
  readItem,
} from '../board/items.js'
import { countOf, reserveNumbers, setCount } from '../board/profile.js'
import type { BoardFork, BoardView } from '../handles.js'
import { exerciseId, profileOf, type RoomView } from '../room.js'
import { isWithin } from './exercise-settings.js'
import { changeScore, countSolved, storedScoreOf } from './score.js'
import type { SolvedChallenge } from './values.js'

/** The id has the number of the exercise and the name of the challenge. */
const SOLVED = defineKind<Omit<SolvedChallenge, 'challenge'>>('challenge')

/** The begun sequences. The id is the number of the exercise. */
const BEGUN = defineKind<BegunSequences>('begun')

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

/** Returns the sequences that have begun in the exercise. */
export function begunIn(board: BoardView): BegunSequences {
  return readItem(board, BEGUN, exerciseId(board.room)) ?? NONE
}

/**
 * Records the challenges that requests have solved.
 *
 * @param entries requests whose steps count, in the order of the log
 */
export function recordSteps(board: BoardFork, entries: readonly LogEntry[]): void {
  if (entries.length === 0) return
  const id = exerciseId(board.room)
  const before = begunIn(board)
  const { begun, solutions } = judgeSteps(entries, before, Object.keys(storedScoreOf(board).solved))
  for (const { challenge, ...by } of solutions) recordSolved(board, challenge, by)
  const names = Object.keys({ ...before, ...begun })
  if (Object.keys(begun).length === 0) deleteItem(board, BEGUN, id)
  else if (names.some((name) => begun[name] !== before[name])) putShared(board, BEGUN, id, begun)
}

/** Records that a challenge of a board was solved, unless it was solved before. */
export function recordSolved(
  board: BoardFork,
  challenge: string,
  { time, requestId }: Pick<SolvedChallenge, 'time' | 'requestId'>,
): void {
  const id = `${exerciseId(board.room)}-${challenge}`
  if (getItem(board, SOLVED, id) !== undefined) return
  putItem(board, SOLVED, id, { number: reserveNumbers(board, 'challenge'), time, requestId })
  changeScore(board, (score) => countSolved(score, challenge, time))
}

/** Lists the solved challenges of the exercise, in the order in which they were solved. */
export function listSolved(board: BoardView): SolvedChallenge[] {
  const start = exerciseId(board.room)
  return listItems(board, SOLVED, start)
    .map(({ id, value }) => ({ challenge: id.slice(start.length + 1), ...value }))
    .sort((a, b) => a.number - b.number)
}

/** Deletes the begun sequences and the solved challenges of the exercise. */
export function deleteSolved(board: BoardFork): void {
  for (const kind of [BEGUN, SOLVED]) deleteItemsFrom(board, kind, exerciseId(board.room))
  setCount(board, RESTARTS, ownRestarts(board) + 1)
}
