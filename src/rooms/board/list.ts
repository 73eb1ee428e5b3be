import type { Json } from '../../contract/json.js'
import type { Task } from '../../contract/schemas/task.js'
import { type ChunkedList, sliceOf } from './chunked-list.js'
import { type Page, pageOfColumns } from './list-in-columns.js'
import { both, comparisonOf, filterOf, type Matches, searchOf } from './matching.js'
import { mergeSteps } from './merge.js'
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
  const { sort, direction } = query
  const { texts, total } =
    sort === 'sortOrder' ? yield* pageOfColumns(version, query) : yield* pageOfAll(version, query, { sort, direction })
  return { tasks: `[${texts.join(',')}]` as Json<Task[]>, total }
}

/** The order of a list that does not follow from the columns. */
type Order = Parameters<typeof comparisonOf>[0]

/** Returns a page of a list in any order but that of the columns. */
function* pageOfAll(version: BoardVersion, query: TaskQuery, order: Order): Steps<Page> {
  const from = query.page * query.size
  const to = from + query.size
  const matches = both(filterOf(query), searchOf(query))
  if (order.sort === 'id' && matches === undefined) {
    return render(version, sliceById(version.tasks, order, from, to), version.tasks.length)
  }
  const parts = yield* sortChunks(version, query, order, matches)
  const total = parts.reduce((sum, { length }) => sum + length, 0)
  return render(version, yield* mergeSteps(parts, comparisonOf(order), from, to), total)
}

/** Returns the matching tasks of each chunk, sorted. Those that depend on no search are kept. */
function* sortChunks(
  { tasks, orders }: BoardVersion,
  { status, priority, search }: TaskQuery,
  order: Order,
  matches: Matches | undefined,
): Steps<(readonly TaskRecord[])[]> {
  const compare = comparisonOf(order)
  const kept = search ? undefined : orders.get(`${order.sort} ${order.direction} ${status} ${priority}`)
  const parts: (readonly TaskRecord[])[] = []
  for (const chunk of tasks.chunks) {
    let part = kept?.get(chunk)
    if (part === undefined) {
      part = (matches ? chunk.filter(matches) : [...chunk]).sort(compare)
      kept?.set(chunk, part)
      yield
    }
    parts.push(part)
  }
  return parts
}

function sliceById(tasks: ChunkedList<TaskRecord>, { direction }: Order, from: number, to: number): TaskRecord[] {
  if (direction === 'asc') return sliceOf(tasks, from, to)
  return sliceOf(tasks, Math.max(tasks.length - to, 0), tasks.length - from).reverse()
}

function render(version: BoardVersion, tasks: readonly TaskRecord[], total: number): Page {
  return { texts: tasks.map((task) => renderTask(task, positionOf(version, task))), total }
}
