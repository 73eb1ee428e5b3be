import { type Json, parseJson } from '../contract/json.js'
import { STATUSES, type Status } from '../contract/schemas/enumerations.js'
import type { Task } from '../contract/schemas/task.js'
import { OPERATIONS, type Operations } from '../rooms/board/operations.js'
import type { TaskQuery } from '../rooms/board/values.js'
import { columnOf, type View } from '../rooms/board/version.js'

/** @throws TaskNotFound */
export function readTask(board: View, id: number): Task {
  return parseJson(OPERATIONS.getTask(board, id))
}

/**
 * The maximum number of tasks that a defect reads. On boards with more tasks, the lists of some defects are incomplete.
 */
const TASKS_MAX = 2000

/** Returns the tasks on all pages of a list, in its order. */
export function readTasks({ listTasks }: Operations, board: View, query: Partial<TaskQuery> = {}): Task[] {
  const all: TaskQuery = { sort: 'id', direction: 'asc', ...query, size: TASKS_MAX, page: 0 }
  return parseJson(listTasks(board, all).tasks)
}

/** Returns the number of tasks in a column. */
export function lengthOfColumn({ version }: View, status: Status): number {
  return columnOf(version, STATUSES.indexOf(status)).length
}

/** Returns a page of tasks as `listTasks` does. */
export function toPageOf(tasks: readonly Task[], { page, size }: TaskQuery) {
  const content = tasks.slice(page * size, (page + 1) * size)
  return { tasks: JSON.stringify(content) as Json<Task[]>, total: tasks.length }
}

/**
 * Returns the task that has a comment or an attachment, whatever task the path names.
 *
 * @param taskId the task in the path. It is the result if no task has it.
 * @throws TaskNotFound
 */
export function ownerOf(board: View, taskId: number, part: 'comments' | 'attachments', id: number): number {
  readTask(board, taskId)
  const owner = readTasks(OPERATIONS, board).find((task) => task[part].some((one) => one.id === id))
  return owner?.id ?? taskId
}
