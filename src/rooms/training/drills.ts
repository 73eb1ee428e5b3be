import { VALUE_BYTES_MAX } from '../../contract/limits.js'
import type { FinalTask } from '../../rules/client-habits/goals.js'
import type { DrillOutcome } from '../../rules/client-habits/judge-drill.js'
import { itemAt } from '../board/chunked-list.js'
import { defineKind } from '../board/items.js'
import { renderTask, type TaskRecord } from '../board/task-record.js'
import { deleteAllTasks } from '../board/tasks.js'
import type { BoardFork, BoardView } from '../handles.js'
import { exerciseId, profileOf, type RoomFork, type RoomView } from '../room.js'
import { challengeRestarts } from './challenges.js'
import { requireOpen } from './claims.js'
import { type Exercise, requireDrill } from './exercise-settings.js'
import { SCORE, scoreId } from './score.js'
import type { StoredDrill } from './values.js'

/** How far the drill of a board is in an exercise. */
const DRILL = defineKind<StoredDrill>('drill')

/** The outcome of a finished run. It is large, so dashboards do not read it. */
const OUTCOME = defineKind<DrillOutcome>('drill-outcome')

/** What a room has of the boards in an exercise. */
const KINDS = [SCORE, DRILL, OUTCOME]

/** The part of a drill that has not begun. */
export const READY = { state: 'ready', startedAt: null, finishedAt: null, requests: 0, percent: null } as const

/** The number of the latest tasks that a drill judges. A client creates 20. */
const TASKS_MAX = 500

function put({ room, id }: BoardFork, run: StoredDrill, outcome?: DrillOutcome): void {
  deleteDrill(room, id)
  DRILL.put(room, scoreId(room, id), run)
  // An outcome with very many verdicts does not fit into a row. The score is kept without it.
  if (outcome === undefined || JSON.stringify(outcome).length >= VALUE_BYTES_MAX / 4) return
  OUTCOME.put(room, scoreId(room, id), outcome)
}

/** Returns what is stored of a drill; `undefined` if the drill of the board is another one. */
function storedOf({ room, id }: BoardView, exercise: string): StoredDrill | undefined {
  const stored = drillIn(room, id)
  return stored?.exercise === exercise ? stored : undefined
}

/** Which run of a board it is. */
export interface DrillRun {
  /** Stands for the exercise. */
  exercise: string
  /** How often the solved challenges of the board had been deleted. */
  restarts: number
}

/** Whether the board was reset since the run began, or the drill has finished. */
function isOver(board: BoardView, { exercise, restarts }: DrillRun): boolean {
  return restarts !== challengeRestarts(board) || storedOf(board, exercise)?.state === 'finished'
}

/** Records that a run has begun, unless it is over. */
export function startDrill(board: BoardFork, run: DrillRun, startedAt: string): void {
  if (isOver(board, run)) return
  const { exercise } = run
  put(board, { ...READY, exercise, state: 'running', startedAt, best: storedOf(board, exercise)?.best ?? null })
}

/** Returns what identifies the drill of an exercise. */
export function drillKey({ startsAt, drill }: Exercise): string {
  return `${startsAt} ${drill?.profile} ${drill?.seed}`
}

/**
 * Deletes all tasks, so that another run can begin.
 *
 * @throws BoardFrozen, ExerciseNotStarted, ExerciseEnded, DrillNotFound
 */
export function restartDrill(board: BoardFork, now: string): void {
  requireOpen(board, now)
  const exercise = drillKey(requireDrill(profileOf(board.room).exercise))
  deleteAllTasks(board)
  put(board, { ...READY, exercise, best: storedOf(board, exercise)?.best ?? null })
}

/**
 * Finishes a run, unless it is over.
 *
 * @param lastTask the id of the latest task before the run; `null` if it has not begun
 * @param judge judges the run by the tasks that were created in it
 */
export function finishDrill(
  board: BoardFork,
  run: DrillRun & Pick<StoredDrill, 'startedAt' | 'requests'>,
  lastTask: number | null,
  finishedAt: string,
  judge: (tasks: FinalTask[]) => DrillOutcome,
): void {
  if (isOver(board, run)) return
  const { exercise, startedAt, requests } = run
  const before = storedOf(board, exercise)?.best ?? null
  const outcome = judge(readDrilledTasks(board, lastTask))
  const percent = outcome.score?.percent ?? null
  const best = percent === null ? before : Math.max(before ?? 0, percent)
  put(board, { exercise, state: 'finished', startedAt, finishedAt, requests, percent, best }, outcome)
}

/**
 * Returns the tasks that were created after another one. Of many more than a client creates, it returns the latest.
 *
 * @param after the id of the other task; `null` for no tasks
 */
export function readDrilledTasks({ version }: BoardView, after: number | null): FinalTask[] {
  const { tasks } = version
  const found: FinalTask[] = []
  for (let index = tasks.length - 1; index >= 0 && found.length < TASKS_MAX; index--) {
    const task = itemAt(tasks, index) as TaskRecord
    if (after === null || task.id <= after) break
    found.push(JSON.parse(renderTask(task, 0)))
  }
  return found
}

/** Returns what is stored of the drill of a board; `null` if there is nothing. */
export function drillIn(room: RoomView, board: string): StoredDrill | null {
  return DRILL.read(room, scoreId(room, board)) ?? null
}

export function deleteDrill(room: RoomFork, board: string): void {
  for (const kind of [DRILL, OUTCOME]) kind.delete(room, scoreId(room, board))
}

/** The number of ended exercises whose scores a room keeps. */
const KEPT = 20

/** Deletes what a room has of the boards in exercises that ended long ago. */
export function deleteOldScores(room: RoomFork): void {
  const first = exerciseId(room, Math.max(profileOf(room).exerciseNumber - KEPT, 0))
  for (const kind of KINDS) kind.deleteWhile(room, ({ id }) => id < first)
}

/** Deletes what a room has of a board in all exercises. */
export function deleteScores(room: RoomFork, board: string): void {
  const { exerciseNumber } = profileOf(room)
  for (let number = Math.max(exerciseNumber - KEPT, 0); number <= exerciseNumber; number++) {
    for (const kind of KINDS) kind.delete(room, scoreId(room, board, number))
  }
}

/** Returns the outcome of the finished drill of a board; `undefined` if there is none. */
export function outcomeIn(room: RoomView, board: string) {
  const drill = drillIn(room, board)
  const outcome = OUTCOME.get(room, scoreId(room, board))
  return drill === null || outcome === undefined ? undefined : { drill, outcome }
}
