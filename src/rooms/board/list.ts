import type { Json } from '../../contract/json.js'
import type { Sort } from '../../contract/schemas/enumerations.js'
import type { Task } from '../../contract/schemas/task.js'
import { sliceOf } from './chunked-list.js'
import { type Page, pageOfColumns } from './list-in-columns.js'
import { comparisonOf, conditionOf, matchSteps } from './matching.js'
import { lengthOf, mergeSteps } from './merge.js'
import { finish, type Steps } from './steps.js'
import { renderTask, type TaskRecord } from './task-record.js'
import type { TaskQuery } from './values.js'
import { type BoardVersion, positionOf, type View } from './version.js'

/** A page of a list, and the number of tasks on all pages. */
export interface TaskList {
  /** The JSON text of an array, byte for byte as responses contain it. */
  tasks: Json<Task[]>
  total: number
}

/** Returns one page of the matching tasks, and the number of all matching tasks. */
export function listTasks({ version }: View, query: TaskQuery): TaskList {
  return finish(listSteps(version, query))
}

/** Does the same as `listTasks` in steps, for boards with many tasks. */
export function* listSteps(version: BoardVersion, query: TaskQuery): Steps<TaskList> {
  const { sort } = query
  const { texts, total } =
    sort === 'sortOrder' ? yield* pageOfColumns(version, query) : yield* pageOfAll(version, query, sort)
  return { tasks: `[${texts.join(',')}]` as Json<Task[]>, total }
}

/** Returns a page of a list in any order but that of the columns. */
function* pageOfAll(version: BoardVersion, query: TaskQuery, sort: Exclude<Sort, 'sortOrder'>): Steps<Page> {
  const { page, size, direction } = query
  const [from, to] = [page * size, page * size + size]
  const compare = comparisonOf(sort, direction)
  const matches = conditionOf(query)
  const { chunks, length } = version.tasks
  // The tasks of all chunks are in the order of their ids already.
  const isById = sort === 'id' && matches === undefined
  if (isById && direction === 'asc') return render(version, sliceOf(version.tasks, from, to), length)
  if (isById) return render(version, sliceOf(version.tasks, Math.max(length - to, 0), length - from).reverse(), length)
  const name = `${sort} ${direction} ${query.status} ${query.priority}`
  const parts: (readonly TaskRecord[])[] = []
  for (const chunk of chunks) {
    let part = query.search ? undefined : orders.get(chunk)?.get(name)
    if (part === undefined) {
      const found = matches === undefined ? [...chunk] : []
      if (matches !== undefined) yield* matchSteps(chunk, matches, (task) => found.push(task))
      part = found.sort(compare)
      if (!query.search) keep(chunk, name, part)
      yield
    }
    parts.push(part)
  }
  return render(version, yield* mergeSteps(parts, compare, from, to), lengthOf(parts))
}

/**
 * What lists have computed from chunks of tasks: for each filter and order, the tasks that the list shows, in its order. A
 * write changes few chunks, so the next list finds all others here.
 */
const orders = new WeakMap<readonly TaskRecord[], Map<string, readonly TaskRecord[]>>()

/** The number of orders that are kept of a chunk. Each has at most one reference (8 bytes) per task. */
const KEPT_MAX = 8

function keep(chunk: readonly TaskRecord[], name: string, order: readonly TaskRecord[]): void {
  const kept = orders.get(chunk) ?? new Map<string, readonly TaskRecord[]>()
  for (const oldest of kept.keys()) if (kept.size >= KEPT_MAX) kept.delete(oldest)
  orders.set(chunk, kept.set(name, order))
}

function render(version: BoardVersion, tasks: readonly TaskRecord[], total: number): Page {
  return { texts: tasks.map((task) => renderTask(task, positionOf(version, task))), total }
}
