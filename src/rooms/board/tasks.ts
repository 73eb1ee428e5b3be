import type { Json } from '../../contract/json.js'
import { PRIORITIES, STATUSES, type Status } from '../../contract/schemas/enumerations.js'
import type { ChecklistItem, Task, TaskSummary } from '../../contract/schemas/task.js'
import { itemAt } from './chunked-list.js'
import { keyAt } from './columns.js'
import { later, renderTask, taskOf, toRecord } from './task-record.js'
import type { TaskValues } from './values.js'
import {
  changeLists,
  columnOf,
  emptyVersion,
  type Fork,
  findTask,
  positionOf,
  putTask,
  removeTask,
  replaceTasks,
  requireQuota,
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
  requireQuota(fork, 'tasks', 1)
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
  changeLists(fork, record, undefined)
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
  removeTask(fork, requireTask(fork, id))
}

export function deleteAllTasks(fork: Fork): void {
  replaceTasks(fork, emptyVersion(fork.version.lastIds))
}

export function countTasks({ version: { tasks, columns } }: View): TaskSummary {
  const [todoTasks = 0, inProgressTasks = 0, doneTasks = 0] = columns.map(({ length }) => length)
  return { totalTasks: tasks.length, todoTasks, inProgressTasks, doneTasks }
}

/** Counts the tasks by status and by priority. Unlike `countTasks`, it reads all tasks. */
export function countByPriority({ version: { tasks, columns } }: View) {
  const counts = PRIORITIES.map(() => 0)
  for (const chunk of tasks.chunks) for (const { priority } of chunk) counts[priority] = (counts[priority] ?? 0) + 1
  const named = <Name extends string>(names: readonly Name[], numbers: readonly number[]) =>
    Object.fromEntries(names.map((name, index) => [name, numbers[index]])) as Record<Name, number>
  return {
    byStatus: named(
      STATUSES,
      columns.map(({ length }) => length),
    ),
    byPriority: named(PRIORITIES, counts),
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

/**
 * Assigns ids to checklist items. An item with the text of an existing one keeps that id; each existing item matches at
 * most once, in order. The other items get new ids, which are reserved (decision 19).
 */
function assignChecklistIds(
  fork: Fork,
  items: TaskValues['checklistItems'],
  existing: readonly ChecklistItem[],
): ChecklistItem[] {
  if (items.length === 0) return []
  const unmatched = [...existing]
  let nextId = reserveIds(fork, 'checklistItem', items.length)
  return items.map(({ text, done }) => {
    const index = unmatched.findIndex((item) => item.text === text)
    const [match] = index === -1 ? [] : unmatched.splice(index, 1)
    return { id: match?.id ?? nextId++, text, done }
  })
}
