import type { FastifyRequest } from 'fastify'
import { type Json, parseJson } from '../../contract/json.js'
import { STATUSES, type Status } from '../../contract/schemas/enumerations.js'
import type { Task } from '../../contract/schemas/task.js'
import { OPERATIONS, type Operations } from '../../rooms/board/operations.js'
import type { TaskQuery } from '../../rooms/board/values.js'
import { columnOf, type View } from '../../rooms/board/version.js'
import { override, type ReplaceOperations } from './defect.js'

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

/** Returns the operation of a defect that changes what a list asks for. */
export function changeQuery(
  change: (query: TaskQuery, request: FastifyRequest) => Partial<TaskQuery> | false,
): ReplaceOperations {
  return (api, { request }) => ({
    listTasks: (board, query) => api.listTasks(board, { ...query, ...change(query, request) }),
  })
}

/**
 * Returns the operation of a defect that decides itself which tasks a list has.
 *
 * @param list returns the tasks of all pages; `undefined` if the list is as usual. It can read other lists.
 */
export function changeList(
  list: (query: TaskQuery, read: (query: Partial<TaskQuery>) => Task[]) => Task[] | undefined,
): ReplaceOperations {
  return override('listTasks', (api, board, query) => {
    const tasks = list(query, (other) => readTasks(api, board, other))
    if (tasks === undefined) return api.listTasks(board, query)
    const start = query.page * query.size
    const page = tasks.slice(start, start + query.size)
    return { tasks: JSON.stringify(page) as Json<Task[]>, total: tasks.length }
  })
}

/** Sorts tasks in the direction of a list. Those that are equal keep their order. */
export function sortBy(tasks: Task[], { direction }: TaskQuery, compare: (a: Task, b: Task) => number): Task[] {
  const sign = direction === 'asc' ? 1 : -1
  return tasks.sort((a, b) => sign * compare(a, b))
}

/** Where and when a task is moved to. */
interface Move {
  status: Status
  index: number
  now: string
}

/** Returns the operation of a defect that moves a task to another place or time. */
export function changeMove(change: (move: Move, task: Task, board: View) => Partial<Move> | false): ReplaceOperations {
  return override('moveTask', (api, board, id, targetStatus, targetIndex, time) => {
    const move = { status: targetStatus, index: targetIndex, now: time }
    const { status, index, now } = { ...move, ...change(move, readTask(board, id), board) }
    return api.moveTask(board, id, status, index, now)
  })
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
