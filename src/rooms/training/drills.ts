import type { DrillOutcome } from '../../habits/outcome.js'
import { defineKind, deleteItem, getItem, putItem } from '../board/items.js'
import type { BoardFork } from '../handles.js'
import type { RoomFork, RoomView } from '../room.js'
import { challengeRestarts } from './challenges.js'
import { scoreId } from './score.js'
import type { StoredDrill } from './values.js'

/** What a room has of the drill of a board in an exercise. */
interface BoardDrill {
  run: StoredDrill
  /** The outcome of a finished run. */
  outcome: DrillOutcome | null
}

const DRILL = defineKind<BoardDrill>('drill')

/**
 * Stores how far the drill of a board is, unless the board was reset.
 *
 * @param restarts how often the solved challenges of the board had been deleted
 * @param outcome the outcome of a finished run
 */
export function setDrill(board: BoardFork, restarts: number, run: StoredDrill, outcome?: DrillOutcome): void {
  if (restarts !== challengeRestarts(board)) return
  putItem(board.room, DRILL, scoreId(board.room, board.id), { run, outcome: outcome ?? null })
}

/** Returns what is stored of the drill of a board; `null` if there is nothing. */
export function drillIn(room: RoomView, board: string): StoredDrill | null {
  return getItem(room, DRILL, scoreId(room, board))?.run ?? null
}

export function deleteDrill(room: RoomFork, board: string): void {
  deleteItem(room, DRILL, scoreId(room, board))
}

/** Returns the outcome of the finished drill of a board; `undefined` if there is none. */
export function outcomeIn(room: RoomView, board: string): FinishedDrill | undefined {
  const { run, outcome = null } = getItem(room, DRILL, scoreId(room, board)) ?? {}
  return run === undefined || outcome === null ? undefined : { drill: run, outcome }
}

interface FinishedDrill {
  drill: StoredDrill
  outcome: DrillOutcome
}
