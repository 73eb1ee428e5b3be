import { NO_FAULT } from '../../rules/claims/judge.js'
import { defineKind, getItem, putShared, readItem } from '../board/items.js'
import { later } from '../board/task-record.js'
import type { BoardFork, BoardView } from '../handles.js'
import { exerciseId, type RoomView } from '../room.js'
import type { Claim, ClaimCounts, Grade } from './values.js'

/**
 * What a board has reached in an exercise. The room has it, so that dashboards and rankings need no boards. It can be
 * counted again from the items of the board.
 */
export interface Score {
  /** How many responses each fault has changed. */
  happened: Record<string, number>
  /** The right and wrong claims by fault, or `none`; the time of the first right one. */
  faults: Record<string, FaultScore>
  /** Whether each defect that was claimed exists. */
  defects: Record<string, boolean>
  /** The number of hints that were taken. */
  hints: number
  /** When each challenge was solved. */
  solved: Record<string, string>
  /** The time of the last right claim or solved challenge. */
  progressAt: string | null
  grade?: Grade | undefined
}

interface FaultScore {
  right: number
  wrong: number
  credit: number
  firstAt?: string | undefined
}

export const SCORE = defineKind<Score>('score')

/** Returns a score without anything. */
export function emptyScore(): Score {
  return { happened: {}, faults: {}, defects: {}, hints: 0, solved: {}, progressAt: null }
}

/** Returns the id of what a room has of a board in an exercise; by default, the current one. */
export function scoreId(room: RoomView, board: string, exercise?: number): string {
  return `${exerciseId(room, exercise)}-${board}`
}

/** A score that nothing has changed. */
const EMPTY = emptyScore()

/** Returns the score of a board of a room: the same object until it changes. */
export function scoreIn(room: RoomView, board: string): Readonly<Score> {
  return readItem(room, SCORE, scoreId(room, board)) ?? EMPTY
}

export function storedScoreOf({ room, id }: BoardView): Readonly<Score> {
  return scoreIn(room, id)
}

export function putScore({ room, id }: BoardFork, score: Score): void {
  putShared(room, SCORE, scoreId(room, id), score)
}

/** Stores a score that a function has changed. */
export function changeScore(board: BoardFork, change: (score: Score) => void): void {
  const score = getItem(board.room, SCORE, scoreId(board.room, board.id)) ?? emptyScore()
  change(score)
  putScore(board, score)
}

/** Counts faults that have changed responses. */
export function countFaults({ happened }: Score, faults: readonly string[]): void {
  for (const fault of faults) happened[fault] = (happened[fault] ?? 0) + 1
}

/** Counts a claim. */
export function countClaim(score: Score, { fault, defect, isRight, credit, time }: Claim): void {
  if (isRight) score.progressAt = later(score.progressAt ?? '', time)
  if (defect !== null) score.defects[defect] = isRight
  if (fault === null) return
  const counted = score.faults[fault] ?? { right: 0, wrong: 0, credit: 0 }
  score.faults[fault] = counted
  if (isRight) {
    counted.right++
    counted.credit += credit
    if (counted.firstAt === undefined || time < counted.firstAt) counted.firstAt = time
  } else counted.wrong++
}

/** Counts a solved challenge. */
export function countSolved(score: Score, challenge: string, time: string): void {
  score.solved[challenge] = time
  score.progressAt = later(score.progressAt ?? '', time)
}

/** Returns what points are computed from. */
export function toCounts({ happened, faults, defects }: Readonly<Score>): ClaimCounts {
  const claimed = Object.entries(defects)
  return {
    happened: sorted(happened),
    faults: sorted(
      Object.fromEntries(
        Object.entries(faults).map(([fault, { right, wrong, credit }]) => [fault, { right, wrong, credit }]),
      ),
    ),
    defects: {
      found: claimed.flatMap(([defect, isRight]) => (isRight ? [defect] : [])).sort(),
      wrong: claimed.filter(([, isRight]) => !isRight).length,
    },
  }
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Yields what a score was the first to reach: its faults, and its challenges. */
export function* firstsOf({ faults, solved }: Readonly<Score>): Generator<{
  kind: 'fault' | 'challenge'
  name: string
  time: string
  times: number
}> {
  for (const [name, { firstAt, right }] of Object.entries(faults)) {
    if (firstAt !== undefined && name !== NO_FAULT) yield { kind: 'fault', name, time: firstAt, times: right }
  }
  for (const [name, time] of Object.entries(solved)) yield { kind: 'challenge', name, time, times: 1 }
}
