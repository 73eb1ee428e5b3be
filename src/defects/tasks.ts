import { type Json, parseJson } from '../contract/json.js'
import type { Status } from '../contract/schemas/enumerations.js'
import type { Task } from '../contract/schemas/task.js'
import type { TaskQuery } from '../rooms/board/values.js'
import type { Store } from '../rooms/store.js'

/** @throws TaskNotFound */
export async function readTask(store: Store, board: string, id: number): Promise<Task> {
  return parseJson(await store.getTask(board, id))
}

/**
 * The maximum number of tasks that a defect reads. On boards with more tasks, the lists of some defects are incomplete.
 */
const TASKS_MAX = 2000

/**
 * Returns the tasks on all pages of a list, in its order, with one read. Each defect of a board reads through the defect
 * before it, so a read for each page would multiply.
 */
export async function readTasks(store: Store, board: string, query: Partial<TaskQuery> = {}): Promise<Task[]> {
  const all: TaskQuery = { sort: 'id', direction: 'asc', ...query, size: TASKS_MAX, page: 0 }
  const { tasks } = await store.listTasks(board, all)
  return parseJson(tasks)
}

/** Returns the number of tasks in a column. */
export async function lengthOfColumn(store: Store, board: string, status: Status): Promise<number> {
  const { total } = await store.listTasks(board, { sort: 'id', direction: 'asc', status, page: 0, size: 1 })
  return total
}

/** Returns a page of tasks as `listTasks` does. */
export function toPageOf(tasks: readonly Task[], { page, size }: TaskQuery) {
  const content = tasks.slice(page * size, (page + 1) * size)
  return { tasks: JSON.stringify(content) as Json<Task[]>, total: tasks.length }
}
