import { STATUSES, type Status } from '../../../src/contract/schemas/enumerations.js'
import { columnOf, type Task } from './task.js'
import type { Columns } from './use-tasks.js'

/** A place in a column. The index counts the shown tasks without the moved one. */
export interface Place {
  status: Status
  index: number
}

/** Returns the place of a shown task; `undefined` if it is not shown. */
export function findPlace(columns: Columns, id: number): Place | undefined {
  for (const status of STATUSES) {
    const index = columns[status].tasks.findIndex((task) => task.id === id)
    if (index !== -1) return { status, index }
  }
  return undefined
}

/** Returns the columns with a task at another place. */
export function moveTask(columns: Columns, id: number, { status, index }: Place): Columns {
  const from = findPlace(columns, id)
  if (from === undefined) return columns
  const task = { ...(columns[from.status].tasks[from.index] as Task), status }
  const without = {
    ...columns,
    [from.status]: {
      tasks: columns[from.status].tasks.filter((other) => other.id !== id),
      total: columns[from.status].total - 1,
    },
  }
  const { tasks, total } = without[status]
  return { ...without, [status]: { tasks: tasks.toSpliced(index, 0, task), total: total + 1 } }
}

/**
 * Returns the `targetIndex` of a move: the position in the whole column after the task has left its old one. With
 * filters, the column has more tasks than those that are shown.
 */
export function targetIndexOf(columns: Columns, id: number, { status, index }: Place): number {
  const others = columns[status].tasks.filter((task) => task.id !== id)
  const task = columns[status].tasks.find((each) => each.id === id)
  const own = task !== undefined && columnOf(task) === status ? (task.sortOrder ?? 0) : Number.POSITIVE_INFINITY
  const without = ({ sortOrder = 0 }: Task) => (sortOrder > own ? sortOrder - 1 : sortOrder)
  const [previous, next] = [others[index - 1], others[index]]
  if (next !== undefined) return without(next)
  // An index past the end means the end.
  return previous === undefined ? Number.MAX_SAFE_INTEGER : without(previous) + 1
}

/** Returns the place after one press of an arrow key; `undefined` for other keys. */
export function stepOf(key: string, columns: Columns, place: Place): Place | undefined {
  const { status, index } = place
  const column = STATUSES.indexOf(status)
  const lengthOf = (other: Status) => columns[other].tasks.length
  const sideways = (step: -1 | 1): Place => {
    const next = STATUSES[column + step]
    return next === undefined ? place : { status: next, index: Math.min(index, lengthOf(next)) }
  }
  if (key === 'ArrowUp') return { status, index: Math.max(0, index - 1) }
  if (key === 'ArrowDown') return { status, index: Math.min(lengthOf(status) - 1, index + 1) }
  if (key === 'ArrowLeft') return sideways(-1)
  if (key === 'ArrowRight') return sideways(1)
  return undefined
}
