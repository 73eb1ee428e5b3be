import { TaskNotFound } from '../../errors.js'
import { type Json, parseJson } from '../../json.js'
import { STATUSES } from '../../schemas/enumerations.js'
import type { ChecklistItem, Task, TaskSummary } from '../../schemas/task.js'
import type { BoardTransaction, Database, Queryable } from '../database.js'
import type { BoardQuota, TaskMethods, TaskValues } from '../store.js'
import { assignIds } from './checklist.js'
import { closeGap, LANE_LENGTH, relocate } from './lanes.js'
import { type QuotaOf, requireRoom } from './quotas.js'
import { taskJson, toValueColumns, VALUE_COLUMNS } from './task-row.js'

/** A new task goes to the end of its lane. */
const INSERT = `
  INSERT INTO task (${VALUE_COLUMNS.join(', ')}, board_id, id, created_at, updated_at, sort_order)
  VALUES (${VALUE_COLUMNS.map(() => '?').join(', ')}, ?, ?, ?, ?, (${LANE_LENGTH})) RETURNING sort_order`

const UPDATE = `
  UPDATE task SET ${VALUE_COLUMNS.map((column) => `${column} = ?`).join(', ')}, sort_order = ?, updated_at = ?
  WHERE board_id = ? AND id = ?`

const MOVE = 'UPDATE task SET status = ?, sort_order = ?, updated_at = ? WHERE board_id = ? AND id = ?'

/** The names of the lane lengths in the summary, in the order of `STATUSES`. */
const COUNTS = ['todoTasks', 'inProgressTasks', 'doneTasks'] as const
const SUMMARY = `SELECT ${COUNTS.map((name) => `(${LANE_LENGTH}) AS "${name}"`).join(', ')}`

/** Returns the later timestamp: `updatedAt` never goes back, even when the clock does (decision 22). */
function later(a: string, b: string): string {
  return a > b ? a : b
}

/** Reserves ids for the new items of a checklist, and assigns them (decision 19). */
function assignChecklistIds(tx: BoardTransaction, items: TaskValues['checklistItems'], existing: ChecklistItem[]) {
  return assignIds(items, existing, tx.reserveIds('checklist_item', items.length))
}

/**
 * Adds a task to the end of its lane.
 *
 * @throws BoardFull
 */
export async function insertTask(
  tx: BoardTransaction,
  board: string,
  values: TaskValues,
  now: string,
  quota: BoardQuota | undefined,
): Promise<Task> {
  await requireRoom(tx, board, quota, 'tasks', 1)
  const id = tx.reserveIds('task')
  const checklistItems = assignChecklistIds(tx, values.checklistItems, [])
  const row = toValueColumns(values, checklistItems)
  const [inserted] = await tx.all<{ sort_order: number }>(INSERT, [
    ...VALUE_COLUMNS.map((column) => row[column]),
    board,
    id,
    now,
    now,
    board,
    row.status,
  ])
  return {
    ...values,
    id,
    sortOrder: (inserted as { sort_order: number }).sort_order,
    checklistItems,
    comments: [],
    attachments: [],
    createdAt: now,
    updatedAt: now,
  }
}

/** The methods of the store on tasks, except the list. */
export function taskMethods(database: Database, quotaOf: QuotaOf) {
  const select = `SELECT ${taskJson(database.dialect)} AS json FROM task WHERE task.board_id = ? AND task.id = ?`

  async function read(queryable: Queryable, board: string, id: number): Promise<Json<Task>> {
    const [row] = await queryable.all<{ json: Json<Task> }>(select, [board, id])
    if (row === undefined) throw new TaskNotFound(id)
    return row.json
  }

  return {
    async createTask(board, values, now) {
      return database.changeBoard(board, (tx) => insertTask(tx, board, values, now, quotaOf(board)))
    },

    async getTask(board, id) {
      return read(database, board, id)
    },

    async replaceTask(board, id, values, now) {
      return database.changeBoard(board, async (tx) => {
        const task = parseJson(await read(tx, board, id))
        const checklistItems = assignChecklistIds(tx, values.checklistItems, task.checklistItems)
        const sortOrder =
          values.status === task.status
            ? task.sortOrder
            : await relocate(tx, board, task, values.status, Number.MAX_SAFE_INTEGER)
        const updatedAt = later(now, task.updatedAt)
        const row = toValueColumns(values, checklistItems)
        await tx.all(UPDATE, [...VALUE_COLUMNS.map((column) => row[column]), sortOrder, updatedAt, board, id])
        return { ...task, ...values, checklistItems, sortOrder, updatedAt }
      })
    },

    async moveTask(board, id, targetStatus, targetIndex, now) {
      return database.changeBoard(board, async (tx) => {
        const task = parseJson(await read(tx, board, id))
        const sortOrder = await relocate(tx, board, task, targetStatus, targetIndex)
        const updatedAt = later(now, task.updatedAt)
        await tx.all(MOVE, [STATUSES.indexOf(targetStatus), sortOrder, updatedAt, board, id])
        return { ...task, status: targetStatus, sortOrder, updatedAt }
      })
    },

    async deleteTask(board, id) {
      await database.changeBoard(board, async (tx) => {
        const [task] = await tx.all<{ status: number; sort_order: number }>(
          'DELETE FROM task WHERE board_id = ? AND id = ? RETURNING status, sort_order',
          [board, id],
        )
        if (task === undefined) throw new TaskNotFound(id)
        await closeGap(tx, board, task.status, task.sort_order)
      })
    },

    async deleteAllTasks(board) {
      await database.changeBoard(board, async (tx) => {
        await tx.all('DELETE FROM task WHERE board_id = ?', [board])
      })
    },

    async countTasks(board) {
      const parameters = STATUSES.flatMap((_, lane) => [board, lane])
      const [row] = await database.all<Omit<TaskSummary, 'totalTasks'>>(SUMMARY, parameters)
      const counts = row as Omit<TaskSummary, 'totalTasks'>
      return { totalTasks: counts.todoTasks + counts.inProgressTasks + counts.doneTasks, ...counts }
    },
  } satisfies Partial<TaskMethods>
}
