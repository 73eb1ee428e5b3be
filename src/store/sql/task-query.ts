import { foldCase } from '../../contract/case-folding.js'
import { PRIORITIES, type Sort, STATUSES } from '../../contract/schemas/enumerations.js'
import type { Dialect, Value } from '../database.js'
import type { TaskQuery } from '../store.js'
import { IN_OWN_RUN, POSITION_IN_OWN_RUN, tasksWithRuns } from './lanes.js'
import { searchCondition } from './search.js'

const COLUMN: Record<Sort, string> = {
  id: 'id',
  title: 'title',
  status: 'status',
  priority: 'priority',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  dueDate: 'due_date',
  sortOrder: 'position',
}

/** The names of the parameters in the statements of lists. */
export type Parameter = 'board' | 'status' | 'priority' | 'search' | 'size' | 'offset' | 'after' | 'upTo' | 'ids'

/**
 * Limits a list to one page. SQLite plans with the value of a plain parameter, and therefore prepares the statement
 * again for each call, which takes longer than the statement itself. With the cast it does not.
 */
export const LIMIT_SIZE = 'LIMIT CAST(@size AS BIGINT)'

/** Returns the values of the parameters that depend on the query. */
export function parametersOf(board: string, query: TaskQuery): Record<Parameter, Value> {
  const { status, priority, search = '', matchCase, page, size } = query
  return {
    board,
    status: status === undefined ? null : STATUSES.indexOf(status),
    priority: priority === undefined ? null : PRIORITIES.indexOf(priority),
    search: matchCase ? search : foldCase(search),
    size,
    offset: Math.min(page * size, Number.MAX_SAFE_INTEGER),
    after: null,
    upTo: null,
    ids: null,
  }
}

/** Returns what the SQL of a list depends on: queries of the same shape have the same statements. */
export function shapeOf({ sort, direction, status, priority, search, matchCase }: TaskQuery): string {
  return `${sort} ${direction} ${status !== undefined} ${priority !== undefined} ${Boolean(search)} ${matchCase}`
}

/** The expression that a list is sorted by. */
export function sortKey({ sort }: TaskQuery): string {
  return sort === 'sortOrder' ? POSITION_IN_OWN_RUN : `task.${COLUMN[sort]}`
}

/** The tables from which a list is selected. */
export function source({ sort }: TaskQuery): string {
  return sort === 'sortOrder' ? tasksWithRuns('@board') : 'task'
}

/** Sorts absent values last in both directions, and breaks ties by ascending id (decision 14). */
export function orderBy({ sort, direction }: TaskQuery, table = 'task', key = COLUMN[sort]): string {
  const absentLast = sort === 'dueDate' ? ' NULLS LAST' : ''
  return `ORDER BY ${table}.${key} ${direction}${absentLast}${sort === 'id' ? '' : `, ${table}.id`}`
}

/** Whether each task of the board or lane must be read to find the matching ones. */
export function readsAll({ priority, search }: TaskQuery): boolean {
  return priority !== undefined || Boolean(search)
}

/** Returns the condition for the tasks that match a query. */
export function matching(dialect: Dialect, { sort, status, priority, search, matchCase }: TaskQuery): string {
  return [
    'task.board_id = @board',
    ...(sort === 'sortOrder' ? [IN_OWN_RUN] : []),
    ...(status === undefined ? [] : ['task.status = @status']),
    ...(priority === undefined ? [] : ['task.priority = @priority']),
    ...(search ? [searchCondition(dialect, '@search', matchCase ?? false)] : []),
  ].join(' AND ')
}
