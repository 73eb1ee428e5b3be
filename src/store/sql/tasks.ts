import { TaskNotFound } from '../../errors.js'
import type { Attachment } from '../../schemas/attachment.js'
import type { Comment } from '../../schemas/comment.js'
import {
  type ChecklistItem,
  PRIORITIES,
  STATUSES,
  type Status,
  type Task,
  type TaskSummary,
} from '../../schemas/task.js'
import type { Database, Dialect, Queryable } from '../database.js'
import type { QuotaOf, TaskMethods, TaskValues } from '../store.js'
import { lockBoard } from './boards.js'
import { LANE_LENGTH } from './lane-length.js'
import { requireRoom } from './quotas.js'
import { searchText } from './search.js'

/** A task as the columns of `taskColumns` bring it. */
export interface TaskRow {
  id: number
  title: string
  description: string | null
  status: number
  priority: number
  due_date: string | null
  sort_order: number
  labels: string
  checklist_items: string
  comments: string
  attachments: string
  created_at: string
  updated_at: string
}

/** The columns of a whole task, its comments and attachments aggregated, so that one statement reads it. */
export function taskColumns({ jsonArray, jsonObject }: Dialect): string {
  const comment = jsonObject({ id: 'id', text: 'text', createdAt: 'created_at', updatedAt: 'updated_at' })
  const attachment = jsonObject({
    id: 'id',
    fileName: 'file_name',
    contentType: 'content_type',
    fileSizeBytes: 'file_size_bytes',
    uploadedAt: 'uploaded_at',
  })
  const ofTask = 'WHERE board_id = task.board_id AND task_id = task.id'
  return `task.id, task.title, task.description, task.status, task.priority, task.due_date, task.sort_order,
    task.labels, task.checklist_items, task.created_at, task.updated_at,
    (SELECT ${jsonArray(comment, 'id')} FROM comment ${ofTask}) AS comments,
    (SELECT ${jsonArray(attachment, 'id')} FROM attachment ${ofTask}) AS attachments`
}

/** The task that a row holds. */
export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: STATUSES[row.status] as Task['status'],
    priority: PRIORITIES[row.priority] as Task['priority'],
    dueDate: row.due_date,
    sortOrder: row.sort_order,
    labels: JSON.parse(row.labels) as string[],
    checklistItems: JSON.parse(row.checklist_items) as ChecklistItem[],
    comments: JSON.parse(row.comments) as Comment[],
    attachments: JSON.parse(row.attachments) as Attachment[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** What the statements that write a task have in common, in the order of their parameters. */
function taskParameters(values: TaskValues, checklistItems: ChecklistItem[]) {
  return [
    values.title,
    values.description,
    PRIORITIES.indexOf(values.priority),
    values.dueDate,
    JSON.stringify(values.labels),
    JSON.stringify(checklistItems),
    searchText(values),
  ]
}

/**
 * Gives every item its id: an item with exactly the text of an existing one keeps that id, each existing
 * one at most once and in order; the others get the ids after `lastId` (decision 19).
 */
function identifyItems(items: TaskValues['checklistItems'], existing: ChecklistItem[], lastId: number) {
  const remaining = [...existing]
  let nextId = lastId + 1
  return items.map(({ text, done }): ChecklistItem => {
    const match = remaining.findIndex((item) => item.text === text)
    const kept = match === -1 ? undefined : remaining.splice(match, 1)[0]
    return { id: kept?.id ?? nextId++, text, done }
  })
}

/** What the summary calls the length of each column. */
const COUNTS = ['todoTasks', 'inProgressTasks', 'doneTasks'] as const

/** Later of two timestamps: `updatedAt` never goes back when the clock does (decision 22). */
function later(a: string, b: string): string {
  return a > b ? a : b
}

/** A new task goes to the end of its column. */
const INSERT = `
  INSERT INTO task (title, description, priority, due_date, labels, checklist_items, search_text,
    board_id, id, status, created_at, updated_at, sort_order)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (${LANE_LENGTH})) RETURNING sort_order`

const SUMMARY = `SELECT ${COUNTS.map((name) => `(${LANE_LENGTH}) AS "${name}"`).join(', ')}`

/** The store's methods on tasks, but for the list. */
export function taskMethods(database: Database, quotaOf: QuotaOf) {
  const select = `SELECT ${taskColumns(database.dialect)} FROM task WHERE task.board_id = ? AND task.id = ?`

  async function read(queryable: Queryable, board: string, id: number): Promise<Task> {
    const [row] = await queryable.all<TaskRow>(select, [board, id])
    if (row === undefined) throw new TaskNotFound(id)
    return toTask(row)
  }

  async function readLength(tx: Queryable, board: string, status: number): Promise<number> {
    const [row] = await tx.all<{ length: number }>(LANE_LENGTH, [board, status])
    return row?.length ?? 0
  }

  /** Shifts the tasks of a column from position `from` to `to` (exclusive) by `distance`. */
  async function shift(
    tx: Queryable,
    board: string,
    status: number,
    from: number,
    to: number,
    distance: 1 | -1,
  ) {
    if (from >= to) return
    await tx.all(
      `UPDATE task SET sort_order = sort_order + ? 
       WHERE board_id = ? AND status = ? AND sort_order >= ? AND sort_order < ?`,
      [distance, board, status, from, to],
    )
  }

  /** Takes a task out of one place and makes room for it in another; returns the place it then has. */
  async function relocate(tx: Queryable, board: string, task: Task, status: Status, index: number) {
    const from = STATUSES.indexOf(task.status)
    const to = STATUSES.indexOf(status)
    if (from === to) {
      const place = Math.min(index, (await readLength(tx, board, to)) - 1)
      await shift(tx, board, to, task.sortOrder + 1, place + 1, -1)
      await shift(tx, board, to, place, task.sortOrder, 1)
      return place
    }
    const length = await readLength(tx, board, to)
    const place = Math.min(index, length)
    await shift(tx, board, from, task.sortOrder + 1, await readLength(tx, board, from), -1)
    await shift(tx, board, to, place, length, 1)
    return place
  }

  return {
    async createTask(board, values, now) {
      return database.transaction(async (tx) => {
        const status = STATUSES.indexOf(values.status)
        const last = await lockBoard(tx, board, { task: 1, checklist_item: values.checklistItems.length })
        await requireRoom(tx, board, quotaOf(board), 'tasks', 1)
        const checklistItems = identifyItems(
          values.checklistItems,
          [],
          last.checklist_item - values.checklistItems.length,
        )
        const [row] = await tx.runFinal<{ sort_order: number }>(INSERT, [
          ...taskParameters(values, checklistItems),
          board,
          last.task,
          status,
          now,
          now,
          board,
          status,
        ])
        return {
          ...values,
          id: last.task,
          sortOrder: (row as { sort_order: number }).sort_order,
          checklistItems,
          comments: [],
          attachments: [],
          createdAt: now,
          updatedAt: now,
        }
      }, board)
    },

    async getTask(board, id) {
      return read(database, board, id)
    },

    async replaceTask(board, id, values, now) {
      return database.transaction(async (tx) => {
        const last = await lockBoard(tx, board, { checklist_item: values.checklistItems.length })
        const task = await read(tx, board, id)
        const checklistItems = identifyItems(
          values.checklistItems,
          task.checklistItems,
          last.checklist_item - values.checklistItems.length,
        )
        const sortOrder =
          values.status === task.status
            ? task.sortOrder
            : await relocate(tx, board, task, values.status, Number.MAX_SAFE_INTEGER)
        const updatedAt = later(now, task.updatedAt)
        await tx.runFinal(
          `UPDATE task SET title = ?, description = ?, priority = ?, due_date = ?, labels = ?,
             checklist_items = ?, search_text = ?, status = ?, sort_order = ?, updated_at = ?
           WHERE board_id = ? AND id = ?`,
          [
            ...taskParameters(values, checklistItems),
            STATUSES.indexOf(values.status),
            sortOrder,
            updatedAt,
            board,
            id,
          ],
        )
        return { ...task, ...values, checklistItems, sortOrder, updatedAt }
      }, board)
    },

    async moveTask(board, id, targetStatus, targetIndex, now) {
      return database.transaction(async (tx) => {
        await lockBoard(tx, board)
        const task = await read(tx, board, id)
        const sortOrder = await relocate(tx, board, task, targetStatus, targetIndex)
        const updatedAt = later(now, task.updatedAt)
        await tx.runFinal(
          'UPDATE task SET status = ?, sort_order = ?, updated_at = ? WHERE board_id = ? AND id = ?',
          [STATUSES.indexOf(targetStatus), sortOrder, updatedAt, board, id],
        )
        return { ...task, status: targetStatus, sortOrder, updatedAt }
      }, board)
    },

    async deleteTask(board, id) {
      await database.transaction(async (tx) => {
        await lockBoard(tx, board)
        const [task] = await tx.all<{ status: number; sort_order: number }>(
          'DELETE FROM task WHERE board_id = ? AND id = ? RETURNING status, sort_order',
          [board, id],
        )
        if (task === undefined) throw new TaskNotFound(id)
        const length = await readLength(tx, board, task.status)
        await shift(tx, board, task.status, task.sort_order + 1, length, -1)
      }, board)
    },

    async deleteAllTasks(board) {
      await database.transaction(async (tx) => {
        await lockBoard(tx, board)
        await tx.all('DELETE FROM task WHERE board_id = ?', [board])
      }, board)
    },

    async countTasks(board) {
      const parameters = STATUSES.flatMap((_, status) => [board, status])
      const [row] = await database.all<Omit<TaskSummary, 'totalTasks'>>(SUMMARY, parameters)
      const counts = row as Omit<TaskSummary, 'totalTasks'>
      return { totalTasks: counts.todoTasks + counts.inProgressTasks + counts.doneTasks, ...counts }
    },
  } satisfies Partial<TaskMethods>
}
