import { STATUSES, type Status } from '../../schemas/enumerations.js'
import type { Task } from '../../schemas/task.js'
import type { Queryable } from '../database.js'

/**
 * Returns a query for the number of tasks in a lane (a column of the board). The positions in a lane have no gaps
 * (decision 18), so this is also the position after its last task.
 */
export function laneLength(board: string, lane: string): string {
  return `SELECT coalesce(max(sort_order) + 1, 0) AS length FROM task WHERE board_id = ${board} AND status = ${lane}`
}

/** The same query, with the board and the index of the status as parameters. */
export const LANE_LENGTH = laneLength('?', '?')

async function readLength(tx: Queryable, board: string, lane: number): Promise<number> {
  const [row] = await tx.all<{ length: number }>(LANE_LENGTH, [board, lane])
  return row?.length ?? 0
}

/** Shifts the tasks of a lane from position `from` up to `to` (exclusive) by `distance`. */
async function shift(tx: Queryable, board: string, lane: number, from: number, to: number, distance: 1 | -1) {
  if (from >= to) return
  await tx.all(
    `UPDATE task SET sort_order = sort_order + ?
     WHERE board_id = ? AND status = ? AND sort_order >= ? AND sort_order < ?`,
    [distance, board, lane, from, to],
  )
}

/** Closes the gap that the task at `position` leaves in its lane. */
export async function closeGap(tx: Queryable, board: string, lane: number, position: number): Promise<void> {
  await shift(tx, board, lane, position + 1, await readLength(tx, board, lane), -1)
}

/**
 * Closes the gap at the old position of a task, and opens a gap at its new position. The task itself is not written.
 *
 * @param index the requested position. An index past the end of the lane means its end.
 * @returns the new position of the task
 */
export async function relocate(tx: Queryable, board: string, task: Task, status: Status, index: number) {
  const from = STATUSES.indexOf(task.status)
  const to = STATUSES.indexOf(status)
  if (from === to) {
    const position = Math.min(index, (await readLength(tx, board, to)) - 1)
    await shift(tx, board, to, task.sortOrder + 1, position + 1, -1)
    await shift(tx, board, to, position, task.sortOrder, 1)
    return position
  }
  const length = await readLength(tx, board, to)
  const position = Math.min(index, length)
  await closeGap(tx, board, from, task.sortOrder)
  await shift(tx, board, to, position, length, 1)
  return position
}
