import { STATUSES } from '../../contract/schemas/enumerations.js'
import { type ChunkedList, itemAt, sliceOf } from './chunked-list.js'
import { conditionOf, matchSteps } from './matching.js'
import { lengthOf, mergeSteps } from './merge.js'
import type { Steps } from './steps.js'
import { renderTask, type TaskRecord } from './task-record.js'
import type { TaskQuery } from './values.js'
import { type BoardVersion, columnOf } from './version.js'

/** The rendered tasks of a page, and the number of tasks on all pages. */
export interface Page {
  texts: string[]
  total: number
}

type Columns = readonly ChunkedList<TaskRecord>[]

/** A task at its position in a column. */
interface Placed {
  task: TaskRecord
  position: number
}

/**
 * Returns a page of a list that is sorted by the position in the column: of one column, or of all at once. Then the tasks
 * with one position are in the order of their ids.
 */
export function* pageOfColumns(version: BoardVersion, query: TaskQuery): Steps<Page> {
  const { status, direction, page, size } = query
  const columns = status === undefined ? version.columns : [columnOf(version, STATUSES.indexOf(status))]
  const [from, to] = [page * size, page * size + size]
  const matches = conditionOf({ ...query, status: undefined })
  if (matches === undefined) {
    const [column] = columns
    const isOne = column !== undefined && columns.length === 1
    const placed = isOne ? allInColumn(column, direction, from, to) : allInColumns(columns, direction, from, to)
    return render(placed, lengthOf(columns))
  }
  const sign = direction === 'asc' ? 1 : -1
  const compare = (a: Placed, b: Placed) => sign * (a.position - b.position) || a.task.id - b.task.id
  const parts: Placed[][] = []
  for (const { chunks, starts } of columns) {
    const found: Placed[] = []
    for (const [index, chunk] of chunks.entries()) {
      const start = starts[index] as number
      yield* matchSteps(chunk, matches, (task, at) => found.push({ task, position: start + at }))
    }
    parts.push(direction === 'asc' ? found : found.reverse())
  }
  return render(yield* mergeSteps(parts, compare, from, to), lengthOf(parts))
}

function render(placed: readonly Placed[], total: number): Page {
  return { texts: placed.map(({ task, position }) => renderTask(task, position)), total }
}

/** Returns some of all tasks of a column. */
function allInColumn(
  column: ChunkedList<TaskRecord>,
  direction: TaskQuery['direction'],
  from: number,
  to: number,
): Placed[] {
  const { length } = column
  if (direction === 'asc') return sliceOf(column, from, to).map((task, index) => ({ task, position: from + index }))
  const tasks = sliceOf(column, Math.max(length - to, 0), length - from).reverse()
  return tasks.map((task, index) => ({ task, position: length - 1 - from - index }))
}

/**
 * Returns some of all tasks of columns, without reading those before them. A row has the tasks with one position, and rows
 * are counted in the direction of the list.
 */
function allInColumns(columns: Columns, direction: TaskQuery['direction'], from: number, to: number): Placed[] {
  const longest = Math.max(...columns.map(({ length }) => length))
  const countIn = (rows: number) =>
    columns.reduce(
      (sum, { length }) =>
        sum + (direction === 'asc' ? Math.min(length, rows) : Math.max(length - (longest - rows), 0)),
      0,
    )
  /** The number of complete rows before the page. */
  let row = 0
  for (let high = longest; row < high; ) {
    const middle = (row + high + 1) >> 1
    if (countIn(middle) <= from) row = middle
    else high = middle - 1
  }
  let index = countIn(row)
  const placed: Placed[] = []
  for (; row < longest && index < to; row++) {
    const position = direction === 'asc' ? row : longest - 1 - row
    for (const task of tasksAt(columns, position)) {
      if (index >= from && index < to) placed.push({ task, position })
      index++
    }
  }
  return placed
}

/** Returns the tasks with a position, by ascending id. */
function tasksAt(columns: Columns, position: number): TaskRecord[] {
  const tasks: TaskRecord[] = []
  for (const column of columns) {
    const task = itemAt(column, position)
    if (task !== undefined) tasks.push(task)
  }
  return tasks.length === 1 ? tasks : tasks.sort((a, b) => a.id - b.id)
}
