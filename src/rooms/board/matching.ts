import { PRIORITIES, type Sort, STATUSES } from '../../contract/schemas/enumerations.js'
import { searchPattern } from '../../contract/search-pattern.js'
import type { Compare } from './merge.js'
import type { Steps } from './steps.js'
import type { TaskRecord } from './task-record.js'
import type { TaskQuery } from './values.js'

/** Whether a task is in the result of a list. */
export type Matches = (task: TaskRecord) => boolean

/** Returns the condition of the filters and the search of a list, or `undefined` if there is none. */
export function conditionOf({ status, priority, search, matchCase }: TaskQuery): Matches | undefined {
  if (status === undefined && priority === undefined && !search) return undefined
  const wanted = { status: STATUSES.indexOf(status as never), priority: PRIORITIES.indexOf(priority as never) }
  const isFound = search ? searchOf(search, matchCase) : () => true
  return (task) =>
    (status === undefined || task.status === wanted.status) &&
    (priority === undefined || task.priority === wanted.priority) &&
    isFound(task.searched)
}

/** The number of characters that are searched in one step. A slow search takes about 0.1 microseconds for each. */
const STEP_CHARACTERS = 4096

/** Calls a function with the tasks of a chunk that match, and their places. */
export function* matchSteps(
  chunk: readonly TaskRecord[],
  matches: Matches,
  use: (task: TaskRecord, at: number) => void,
): Steps<void> {
  let characters = 0
  for (const [at, task] of chunk.entries()) {
    if (matches(task)) use(task, at)
    characters += task.searched.length
    if (characters < STEP_CHARACTERS) continue
    characters = 0
    yield
  }
  yield
}

/** Returns whether a text has a search text (decision 16). */
function searchOf(search: string, matchCase = false): (text: string) => boolean {
  if (matchCase) return (text) => text.includes(search)
  const pattern = searchPattern(search)
  return (text) => pattern.test(text)
}

/** Sorts absent values last in both directions, and breaks ties by ascending id (decision 14). */
export function comparisonOf(sort: Exclude<Sort, 'sortOrder'>, direction: TaskQuery['direction']): Compare<TaskRecord> {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    const [first, second] = [a[sort], b[sort]]
    if (first === second) return a.id - b.id
    if (first === null || second === null) return first === null ? 1 : -1
    return first < second ? -sign : sign
  }
}
