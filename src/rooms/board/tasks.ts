import type { Json } from '../../contract/json.js'
import { PRIORITIES, STATUSES, type Status } from '../../contract/schemas/enumerations.js'
import type { Task, TaskSummary } from '../../contract/schemas/task.js'
import { assignChecklistIds } from './checklist.js'
import { itemAt } from './chunked-list.js'
import { keyAt } from './columns.js'
import { requireRoom } from './quotas.js'
import { renderTask, taskOf, toRecord } from './task-record.js'
import type { PriorityCounts, TaskValues } from './values.js'
import {
  clear,
  columnOf,
  type Fork,
  findTask,
  positionOf,
  putTask,
  requireTask,
  reserveIds,
  type View,
} from './version.js'

/**
 * Adds a task to the end of its column.
 *
 * @throws BoardFull if the board has reached its quota of tasks
 */
export function createTask(fork: Fork, values: TaskValues, now: string): Task {
  requireRoom(fork, 'tasks', 1)
  const id = reserveIds(fork, 'task')
  const checklistItems = assignChecklistIds(fork, values.checklistItems, [])
  const status = STATUSES.indexOf(values.status)
  const sortOrder = columnOf(fork.version, status).length
  // Named one by one, because adding fields to a spread object takes longer than all the rest.
  const { title, description, priority, dueDate, labels } = values
  const task: Task = {
    title,
    description,
    status: values.status,
    priority,
    dueDate,
    labels,
    checklistItems,
    id,
    sortOrder,
    comments: [],
    attachments: [],
    createdAt: now,
    updatedAt: now,
  }
  putTask(fork, undefined, toRecord(task, keyAt(fork, status, sortOrder)))
  return task
}

/**
 * Returns the JSON text of the full task.
 *
 * @throws TaskNotFound
 */
export function getTask(view: View, id: number): Json<Task> {
  const record = requireTask(view, id)
  return renderTask(record, positionOf(view.version, record)) as Json<Task>
}

/**
 * Replaces the given values of a task. The values that are left out stay. If the status changes, the task goes to the end
 * of its new column (decision 19).
 *
 * @throws TaskNotFound
 */
export function replaceTask(fork: Fork, id: number, values: Partial<TaskValues>, now: string): Task {
  const record = requireTask(fork, id)
  const task = taskOf(record, positionOf(fork.version, record))
  const { status = task.status, checklistItems: items } = values
  const checklistItems = items ? assignChecklistIds(fork, items, task.checklistItems) : task.checklistItems
  const column = STATUSES.indexOf(status)
  const stays = column === record.status
  const sortOrder = stays ? task.sortOrder : columnOf(fork.version, column).length
  const key = stays ? record.key : keyAt(fork, column, sortOrder)
  const replaced = { ...task, ...values, checklistItems, sortOrder, updatedAt: later(now, task.updatedAt) }
  putTask(fork, record, toRecord(replaced, key, record.comments, record.blobs))
  return replaced
}

/**
 * Moves a task to `targetIndex` of its target column and closes the gap that it leaves (decision 20). An index past the
 * end means the end.
 *
 * @throws TaskNotFound
 */
export function moveTask(fork: Fork, id: number, targetStatus: Status, targetIndex: number, now: string): Task {
  const record = requireTask(fork, id)
  putTask(fork, record, undefined)
  const column = STATUSES.indexOf(targetStatus)
  const sortOrder = Math.min(targetIndex, columnOf(fork.version, column).length)
  const key = keyAt(fork, column, sortOrder)
  const updatedAt = later(now, record.updatedAt)
  const moved = { ...taskOf(record, sortOrder), status: targetStatus, updatedAt }
  putTask(fork, undefined, toRecord(moved, key, record.comments, record.blobs))
  return moved
}

/** @throws TaskNotFound */
export function deleteTask(fork: Fork, id: number): void {
  putTask(fork, requireTask(fork, id), undefined)
}

export function deleteAllTasks(fork: Fork): void {
  clear(fork, fork.version.lastIds)
}

export function countTasks({ version }: View): TaskSummary {
  const [todoTasks, inProgressTasks, doneTasks] = version.columns.map(({ length }) => length) as [
    number,
    number,
    number,
  ]
  return { totalTasks: version.tasks.length, todoTasks, inProgressTasks, doneTasks }
}

/** Counts the tasks by status and by priority. Unlike `countTasks`, it reads all tasks. */
export function countByPriority({ version }: View): PriorityCounts {
  const counts = PRIORITIES.map(() => 0)
  for (const chunk of version.tasks.chunks) {
    for (const { priority } of chunk) counts[priority] = (counts[priority] as number) + 1
  }
  const toRecordOf = <V extends string>(values: readonly V[], count: (index: number) => number) =>
    Object.fromEntries(values.map((value, index) => [value, count(index)])) as Record<V, number>
  return {
    byStatus: toRecordOf(STATUSES, (index) => columnOf(version, index).length),
    byPriority: toRecordOf(PRIORITIES, (index) => counts[index] as number),
  }
}

/** Changes when a task was created, which only a defect does. An unknown task is ignored. */
export function setCreatedAt(fork: Fork, id: number, createdAt: string): void {
  const record = findTask(fork.version, id)
  if (record === undefined) return
  const task = { ...taskOf(record, 0), createdAt }
  putTask(fork, record, toRecord(task, record.key, record.comments, record.blobs))
}

/**
 * Makes the ids of the latest deleted tasks free again, which only a defect does.
 *
 * @returns whether there were any
 */
export function reuseTaskIds(fork: Fork): boolean {
  const { tasks, lastIds } = fork.version
  const task = itemAt(tasks, tasks.length - 1)?.id ?? 0
  fork.version = { ...fork.version, lastIds: { ...lastIds, task } }
  return task !== lastIds.task
}

/** Returns the later timestamp: `updatedAt` never goes back, even when the clock does (decision 22). */
export function later(a: string, b: string): string {
  return a > b ? a : b
}
