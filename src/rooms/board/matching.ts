import { PRIORITIES, type Sort, STATUSES } from '../../contract/schemas/enumerations.js'
import type { Compare } from './merge.js'
import type { TaskRecord } from './task-record.js'
import type { TaskQuery } from './values.js'

/** Whether a task is in the result of a list. */
export type Matches = (task: TaskRecord) => boolean

/** Returns the condition of a search, or `undefined` if there is none (decision 16). */
export function searchOf({ search, matchCase }: TaskQuery): Matches | undefined {
  if (!search) return undefined
  if (matchCase) return ({ searched }) => searched.includes(search)
  const pattern = new RegExp(search.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  return ({ searched }) => pattern.test(searched)
}

/** Returns the condition of the filters, or `undefined` if there are none. */
export function filterOf({ status, priority }: TaskQuery): Matches | undefined {
  if (status === undefined && priority === undefined) return undefined
  const [wantedStatus, wantedPriority] = [STATUSES.indexOf(status as never), PRIORITIES.indexOf(priority as never)]
  return (task) =>
    (status === undefined || task.status === wantedStatus) &&
    (priority === undefined || task.priority === wantedPriority)
}

/** Returns the condition that all of several make; `undefined` stands for no condition. */
export function both(first: Matches | undefined, second: Matches | undefined): Matches | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return (task) => first(task) && second(task)
}

/** Sorts absent values last in both directions, and breaks ties by ascending id (decision 14). */
export function comparisonOf({
  sort,
  direction,
}: {
  sort: Exclude<Sort, 'sortOrder'>
  direction: TaskQuery['direction']
}): Compare<TaskRecord> {
  const sign = direction === 'asc' ? 1 : -1
  if (sort === 'id') return (a, b) => sign * (a.id - b.id)
  return (a, b) => {
    const [first, second] = [a[sort], b[sort]]
    if (first === second) return a.id - b.id
    if (first === null || second === null) return first === null ? 1 : -1
    return first < second ? -sign : sign
  }
}
