import { TaskNotFound } from '../../contract/errors.js'
import { type Json, parseJson } from '../../contract/json.js'
import { PRIORITIES, STATUSES } from '../../contract/schemas/enumerations.js'
import type { Task, TaskSummary } from '../../contract/schemas/task.js'
import type { BoardTransaction, Database, LaneEnd, Queryable, Usage } from '../database.js'
import type { BoardQuota, TaskMethods, TaskValues } from '../store.js'
import { deleteTasks } from './board-state.js'
import { assignChecklistIds } from './checklist.js'
import { createLaneChanges } from './lane-changes.js'
import { LANE_LENGTH } from './lanes.js'
import { type QuotaOf, requireRoom } from './quotas.js'
import type { Place } from './runs.js'
import { taskJson, toValueColumns, VALUE_COLUMNS } from './task-row.js'

const INSERT = `
  INSERT INTO task (${VALUE_COLUMNS.join(', ')}, board_id, id, created_at, updated_at, run_id, sort_key)
  VALUES (${VALUE_COLUMNS.map(() => '?').join(', ')}, ?, ?, ?, ?, ?, ?)`

const UPDATE = `
  UPDATE task SET ${VALUE_COLUMNS.map((column) => `${column} = ?`).join(', ')}, run_id = ?, sort_key = ?, updated_at = ?
  WHERE board_id = ? AND id = ?`

const MOVE = 'UPDATE task SET status = ?, run_id = ?, sort_key = ?, updated_at = ? WHERE board_id = ? AND id = ?'

/** The names of the lane lengths in the summary, in the order of `STATUSES`. */
const COUNTS = ['todoTasks', 'inProgressTasks', 'doneTasks'] as const
const SUMMARY = `SELECT ${COUNTS.map((name) => `(${LANE_LENGTH}) AS "${name}"`).join(', ')}`

const COUNT_BY_PRIORITY =
  'SELECT status, priority, count(*) AS tasks FROM task WHERE board_id = ? GROUP BY status, priority'

/** The usage by a task, whose comments and attachments are deleted with it. */
const PARTS = `
  SELECT (SELECT count(*) FROM comment WHERE board_id = ? AND task_id = ?) AS comments,
    (SELECT coalesce(sum(file_size_bytes), 0) FROM attachment WHERE board_id = ? AND task_id = ?) AS "attachmentBytes"`

const LANES = createLaneChanges()

/** Returns the later timestamp: `updatedAt` never goes back, even when the clock does (decision 22). */
function later(a: string, b: string): string {
  return a > b ? a : b
}

/** Returns the count of each value, which is stored as its index. */
function mapToCounts<V extends string>(values: readonly V[], count: (index: number) => number): Record<V, number> {
  return Object.fromEntries(values.map((value, index) => [value, count(index)])) as Record<V, number>
}

/**
 * Adds a task to the end of its lane.
 *
 * @param laneEnd the end of a lane, if it is known
 * @throws BoardFull
 */
async function insertTask(
  tx: BoardTransaction,
  board: string,
  values: TaskValues,
  now: string,
  quota: BoardQuota | undefined,
  lanes = LANES,
  laneEnd?: LaneEnd,
): Promise<Task> {
  await requireRoom(tx, board, quota, 'tasks', 1)
  const id = tx.reserveIds('task')
  const checklistItems = assignChecklistIds(tx, values.checklistItems, [])
  const row = toValueColumns(values, checklistItems)
  const lane = [board, STATUSES.indexOf(values.status)] as const
  const { position, run_id, sort_key, extended } = await lanes.append(tx, lane, laneEnd)
  const columns = VALUE_COLUMNS.map((column) => row[column])
  await Promise.all([extended, tx.all(INSERT, [...columns, board, id, now, now, run_id, sort_key])])
  return {
    ...values,
    id,
    sortOrder: position,
    checklistItems,
    comments: [],
    attachments: [],
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * The methods of the store on tasks, except the list.
 *
 * @param lanes tests replace it to have shorter runs
 */
export function taskMethods(database: Database, quotaOf: QuotaOf, lanes = LANES) {
  const from = 'FROM task WHERE task.board_id = ? AND task.id = ?'
  const select = `SELECT ${taskJson(database.dialect)} AS json, task.run_id, task.sort_key ${from}`
  /** The position is not needed. */
  const selectForMove = `SELECT ${taskJson(database.dialect, '0')} AS json, task.run_id, task.sort_key ${from}`

  async function read(queryable: Queryable, board: string, id: number, sql = select) {
    const [row] = await queryable.all<Place & { json: Json<Task> }>(sql, [board, id])
    if (row === undefined) throw new TaskNotFound(id)
    return row
  }

  return {
    async createTask(board, values, now) {
      return database.changeBoard(board, (tx, laneEnd) =>
        insertTask(tx, board, values, now, quotaOf(board), lanes, laneEnd),
      )
    },

    async getTask(board, id) {
      const { json } = await read(database, board, id)
      return json
    },

    async replaceTask(board, id, values, now) {
      return database.changeBoard(board, async (tx) => {
        const { json, ...place } = await read(tx, board, id)
        const task = parseJson(json)
        const { status = task.status, checklistItems: items } = values
        const checklistItems = items ? assignChecklistIds(tx, items, task.checklistItems) : task.checklistItems
        const stays = status === task.status
        const { position, run_id, sort_key } = stays
          ? { position: task.sortOrder, ...place }
          : await lanes.append(tx, [board, STATUSES.indexOf(status)])
        if (!stays) await lanes.remove(tx, [board, STATUSES.indexOf(task.status)], place.run_id)
        const updatedAt = later(now, task.updatedAt)
        const replaced = { ...task, ...values, checklistItems, sortOrder: position, updatedAt }
        const row = toValueColumns(replaced, checklistItems)
        const columns = VALUE_COLUMNS.map((column) => row[column])
        await tx.all(UPDATE, [...columns, run_id, sort_key, updatedAt, board, id])
        return replaced
      })
    },

    async moveTask(board, id, targetStatus, targetIndex, now) {
      return database.changeBoard(board, async (tx) => {
        const { json, run_id: from } = await read(tx, board, id, selectForMove)
        const task = parseJson(json)
        const lane = STATUSES.indexOf(targetStatus)
        await lanes.remove(tx, [board, STATUSES.indexOf(task.status)], from)
        const { position, run_id, sort_key } = await lanes.insert(tx, [board, lane], targetIndex, id)
        const updatedAt = later(now, task.updatedAt)
        await tx.all(MOVE, [lane, run_id, sort_key, updatedAt, board, id])
        return { ...task, status: targetStatus, sortOrder: position, updatedAt }
      })
    },

    async deleteTask(board, id) {
      await database.changeBoard(board, async (tx) => {
        const [parts] = await tx.all<Usage>(PARTS, [board, id, board, id])
        const [task] = await tx.all<{ status: number; run_id: number }>(
          'DELETE FROM task WHERE board_id = ? AND id = ? RETURNING status, run_id',
          [board, id],
        )
        if (task === undefined) throw new TaskNotFound(id)
        tx.addUsage({ comments: -Number(parts?.comments), attachmentBytes: -Number(parts?.attachmentBytes) })
        await lanes.remove(tx, [board, task.status], task.run_id)
      })
    },

    async deleteAllTasks(board) {
      await database.changeBoard(board, (tx) => deleteTasks(tx, board))
    },

    async countTasks(board) {
      const parameters = STATUSES.flatMap((_, lane) => [board, lane])
      const [row] = await database.all<Omit<TaskSummary, 'totalTasks'>>(SUMMARY, parameters)
      const counts = row as Omit<TaskSummary, 'totalTasks'>
      return { totalTasks: counts.todoTasks + counts.inProgressTasks + counts.doneTasks, ...counts }
    },

    async countByPriority(board) {
      const rows = await database.all<{ status: number; priority: number; tasks: number }>(COUNT_BY_PRIORITY, [board])
      const sum = (column: 'status' | 'priority', value: number) =>
        rows.reduce((total, row) => total + (row[column] === value ? row.tasks : 0), 0)
      return {
        byStatus: mapToCounts(STATUSES, (status) => sum('status', status)),
        byPriority: mapToCounts(PRIORITIES, (priority) => sum('priority', priority)),
      }
    },
  } satisfies Partial<TaskMethods>
}
