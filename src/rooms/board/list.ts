import type { Json } from '../../contract/json.js'
import { type Direction, type Sort, STATUSES } from '../../contract/schemas/enumerations.js'
import type { Task } from '../../contract/schemas/task.js'
import { type ChunkedList, itemAt, sliceOf } from './chunked-list.js'
import { comparisonOf, conditionOf, type Matches, matchSteps } from './matching.js'
import { lengthOf, mergeSteps, type Part } from './merge.js'
import { finish, type Steps } from './steps.js'
import { renderTask, type TaskRecord } from './task-record.js'
import type { TaskQuery } from './values.js'
import { type BoardVersion, columnOf, positionOf, type View } from './version.js'

/**
 * Returns one page of the matching tasks as the JSON text of an array, byte for byte as responses contain it, and the number
 * of all matching tasks.
 */
export function listTasks({ version }: View, query: TaskQuery) {
  return finish(listSteps(version, query))
}

/** Does the same as `listTasks` in steps, for boards with many tasks. */
export function* listSteps(version: BoardVersion, query: TaskQuery): Steps<{ tasks: Json<Task[]>; total: number }> {
  const { sort } = query
  const { placed, total } =
    sort === 'sortOrder' ? yield* pageOfColumns(version, query) : yield* pageOfAll(version, query, sort)
  const texts = placed.map(({ task, position }) => renderTask(task, position))
  return { tasks: `[${texts.join(',')}]` as Json<Task[]>, total }
}

/** A page of tasks with their positions in their columns, and the number of tasks on all pages. */
interface Page {
  placed: Placed[]
  total: number
}

interface Placed {
  task: TaskRecord
  position: number
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
  if (isById && direction === 'asc') return place(version, sliceOf(version.tasks, from, to), length)
  if (isById) return place(version, sliceOf(version.tasks, Math.max(length - to, 0), length - from).reverse(), length)
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
  return place(version, yield* mergeSteps(parts, compare, from, to), lengthOf(parts))
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

/** Returns tasks with their positions. */
function place(version: BoardVersion, tasks: readonly TaskRecord[], total: number): Page {
  return { placed: tasks.map((task) => ({ task, position: positionOf(version, task) })), total }
}

/**
 * Returns a page of a list that is sorted by the position in the column: of one column, or of all at once. Then the tasks
 * with one position are in the order of their ids.
 */
function* pageOfColumns(version: BoardVersion, query: TaskQuery): Steps<Page> {
  const { status, direction, page, size } = query
  const columns = status === undefined ? version.columns : [columnOf(version, STATUSES.indexOf(status))]
  const from = page * size
  const sign = direction === 'asc' ? 1 : -1
  const compare = (a: Placed, b: Placed) => sign * (a.position - b.position) || a.task.id - b.task.id
  const matches = conditionOf({ ...query, status: undefined })
  if (matches === undefined) {
    const { parts, left } = partsNear(columns, direction, from)
    return { placed: yield* mergeSteps(parts, compare, left, left + size), total: lengthOf(columns) }
  }
  const parts: Placed[][] = []
  for (const column of columns) parts.push(yield* matching(column, direction, matches))
  return { placed: yield* mergeSteps(parts, compare, from, from + size), total: lengthOf(parts) }
}

/**
 * Returns all tasks of columns as sorted parts, without most of those before an index of the merged list, and the number of
 * tasks before the index that are left. Tasks are only read where they are needed. A row has the tasks with one position.
 */
function partsNear(columns: readonly ChunkedList<TaskRecord>[], direction: Direction, from: number) {
  const isAscending = direction === 'asc'
  const longest = Math.max(...columns.map(({ length }) => length))
  const countIn = ({ length }: { length: number }, rows: number) =>
    isAscending ? Math.min(length, rows) : Math.max(length - (longest - rows), 0)
  let rows = 0
  let left = from
  while (left >= columns.length && rows < longest) {
    rows = Math.min(rows + Math.floor(left / columns.length), longest)
    left = from - columns.reduce((sum, column) => sum + countIn(column, rows), 0)
  }
  const parts = columns.map((column): Part<Placed> => {
    const skipped = countIn(column, rows)
    return {
      length: column.length - skipped,
      at(index) {
        const position = isAscending ? skipped + index : column.length - 1 - skipped - index
        return { task: itemAt(column, position) as TaskRecord, position }
      },
    }
  })
  return { parts, left }
}

/** Returns the matching tasks of a column. */
function* matching(
  { chunks, starts }: ChunkedList<TaskRecord>,
  direction: Direction,
  matches: Matches,
): Steps<Placed[]> {
  const found: Placed[] = []
  for (const [index, chunk] of chunks.entries()) {
    const start = starts[index] as number
    yield* matchSteps(chunk, matches, (task, at) => found.push({ task, position: start + at }))
  }
  return direction === 'asc' ? found : found.reverse()
}
