import { NO_FAULT } from '../../rules/claims/judge.js'
import { defineKind } from '../board/items.js'
import { later } from '../board/task-record.js'
import type { BoardFork } from '../handles.js'
import { exerciseId, type RoomView } from '../room.js'
import type { Claim, Grade } from './values.js'

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
  /** What the right ones count together. */
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
  return SCORE.read(room, scoreId(room, board)) ?? EMPTY
}

export function putScore({ room, id }: BoardFork, score: Score): void {
  SCORE.putShared(room, scoreId(room, id), score)
}

/** Stores a score that a function has changed. */
export function changeScore(board: BoardFork, change: (score: Score) => void): void {
  const score = SCORE.get(board.room, scoreId(board.room, board.id)) ?? emptyScore()
  change(score)
  putScore(board, score)
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

/** The first right claim of a fault, or the solution of a challenge. */
export interface Find {
  kind: 'fault' | 'challenge'
  /** The name of the fault or of the challenge. */
  name: string
  time: string
  /** How often it was found. */
  times: number
}

/** Yields the faults and the challenges of a score. */
export function* findsOf({ faults, solved }: Readonly<Score>): Generator<Find> {
  for (const [name, { firstAt, right }] of Object.entries(faults)) {
    if (firstAt !== undefined && name !== NO_FAULT) yield { kind: 'fault', name, time: firstAt, times: right }
  }
  for (const [name, time] of Object.entries(solved)) yield { kind: 'challenge', name, time, times: 1 }
}
