import { STATUSES } from '../../contract/schemas/enumerations.js'
import { type ChunkedList, itemAt } from './chunked-list.js'
import { both, filterOf, type Matches, searchOf } from './matching.js'
import { mergeSteps } from './merge.js'
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
  const matches = both(filterOf({ ...query, status: undefined }), searchOf(query))
  const from = page * size
  const { placed, total } =
    matches === undefined
      ? allInColumns(columns, direction, from, from + size)
      : yield* matchingInColumns(columns, matches, direction, from, from + size)
  return { texts: placed.map(({ task, position }) => renderTask(task, position)), total }
}

/** Returns some of the matching tasks of columns, and the number of all matching ones. */
function* matchingInColumns(
  columns: Columns,
  matches: Matches,
  direction: TaskQuery['direction'],
  from: number,
  to: number,
): Steps<{ placed: Placed[]; total: number }> {
  const sign = direction === 'asc' ? 1 : -1
  const compare = (a: Placed, b: Placed) => sign * (a.position - b.position) || a.task.id - b.task.id
  const parts: Placed[][] = []
  for (const { chunks, starts } of columns) {
    const found: Placed[] = []
    for (const [index, chunk] of chunks.entries()) {
      const start = starts[index] as number
      for (const [at, task] of chunk.entries()) if (matches(task)) found.push({ task, position: start + at })
      yield
    }
    parts.push(direction === 'asc' ? found : found.reverse())
  }
  return { placed: yield* mergeSteps(parts, compare, from, to), total: lengthOf(parts) }
}

/** Returns some of all tasks of columns, without reading those before them. */
function allInColumns(columns: Columns, direction: TaskQuery['direction'], from: number, to: number) {
  const total = lengthOf(columns)
  const longest = Math.max(...columns.map(({ length }) => length))
  const placed: Placed[] = []
  let { row, index } = findRow(columns, direction, Math.min(from, total))
  for (; row < longest && index < to; row++) {
    const position = direction === 'asc' ? row : longest - 1 - row
    for (const task of tasksAt(columns, position)) {
      if (index >= from && index < to) placed.push({ task, position })
      index++
    }
  }
  return { placed, total }
}

function lengthOf(parts: readonly { length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Returns the tasks with a position, by ascending id. */
function tasksAt(columns: Columns, position: number): TaskRecord[] {
  const tasks: TaskRecord[] = []
  for (const column of columns) {
    const task = position < column.length ? itemAt(column, position) : undefined
    if (task !== undefined) tasks.push(task)
  }
  return tasks.length === 1 ? tasks : tasks.sort((a, b) => a.id - b.id)
}

/**
 * Finds where a page starts. A row has the tasks with one position, and rows are counted in the direction of the list.
 *
 * @returns the number of complete rows before the task with an offset, and the number of tasks in them
 */
function findRow(columns: Columns, direction: TaskQuery['direction'], offset: number) {
  const lengths = columns.map(({ length }) => length)
  const longest = Math.max(...lengths)
  const countIn = (rows: number) =>
    lengths.reduce((sum, length) => {
      const before = direction === 'asc' ? Math.min(length, rows) : Math.max(length - (longest - rows), 0)
      return sum + before
    }, 0)
  let [low, high] = [0, longest]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (countIn(middle) <= offset) low = middle
    else high = middle - 1
  }
  return { row: low, index: countIn(low) }
}
