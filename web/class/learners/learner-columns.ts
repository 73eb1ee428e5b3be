import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import { texts } from '../../texts/en/class.js'
import { type LearnerStatus, STATUSES } from './learner-status.js'

const { table } = texts

/** A learner with what the table shows. */
export interface LearnerEntry {
  learner: ClassBoard
  status: LearnerStatus
}

export type ColumnName = keyof typeof table.columns

/** A value to sort by; `null` sorts last. */
type SortValue = string | number | null

const SORT_VALUES: Readonly<Record<ColumnName, (entry: LearnerEntry) => SortValue>> = {
  learner: ({ learner }) => learner.name,
  status: ({ status }) => STATUSES.indexOf(status),
  activity: ({ learner }) => learner.lastActivity,
  requests: ({ learner }) => learner.requests,
  challenges: ({ learner }) => learner.challenges.solved,
  faults: ({ learner }) => learner.total.happened,
  claims: ({ learner }) => learner.claims,
  hints: ({ learner }) => learner.hintsTaken,
  found: ({ learner }) => learner.total.found,
  credit: ({ learner }) => learner.total.credit,
  wrong: ({ learner }) => learner.total.wrong,
  precision: ({ learner }) => learner.total.precision,
  recall: ({ learner }) => learner.total.recall,
  f1: ({ learner }) => learner.total.f1,
  drill: ({ learner }) => learner.drill?.best ?? null,
  grade: ({ learner }) => (learner.grade ? learner.grade.found / learner.grade.defects : null),
}

/** The columns whose first sort is ascending. In others, the largest value comes first. */
const ASCENDING: readonly ColumnName[] = ['learner', 'status']

/** The order of the learners. */
export interface Sorting {
  column: ColumnName
  isDescending: boolean
}

/** Returns the order after a press on the heading of a column. The third press restores the order of the class. */
export function nextSorting(sorting: Sorting | undefined, column: ColumnName): Sorting | undefined {
  const isFirstDescending = !ASCENDING.includes(column)
  if (sorting?.column !== column) return { column, isDescending: isFirstDescending }
  return sorting.isDescending === isFirstDescending ? { column, isDescending: !isFirstDescending } : undefined
}

/** Returns the learners in an order; without one, in that of the class. */
export function sortLearners(entries: readonly LearnerEntry[], sorting: Sorting | undefined): readonly LearnerEntry[] {
  if (sorting === undefined) return entries
  const read = SORT_VALUES[sorting.column]
  return entries.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'string' ? a.localeCompare(String(b), undefined, { numeric: true }) : a - Number(b)
    return sorting.isDescending ? -order : order
  })
}
