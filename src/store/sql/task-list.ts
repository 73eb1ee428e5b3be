import { PRIORITIES, type Sort, STATUSES, type Status } from '../../schemas/task.js'
import type { Database, Dialect, Queryable, Value } from '../database.js'
import type { TaskMethods, TaskQuery } from '../store.js'
import { LANE_LENGTH } from './lanes.js'
import { searchCondition } from './search.js'
import { type TaskRow, taskColumns, toTask } from './task-row.js'

const COLUMN: Record<Sort, string> = {
  id: 'id',
  title: 'title',
  status: 'status',
  priority: 'priority',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  dueDate: 'due_date',
  sortOrder: 'sort_order',
}

/** A part of a statement, and its parameters. */
type Fragment = [sql: string, parameters: Value[]]

/** The order of decision 14: absent values last in both directions, ties broken by ascending id. */
function orderBy({ sort, direction }: TaskQuery, table: string): string {
  const absentLast = sort === 'dueDate' ? ' NULLS LAST' : ''
  return `ORDER BY ${table}.${COLUMN[sort]} ${direction}${absentLast}${sort === 'id' ? '' : `, ${table}.id`}`
}

/** Which tasks are listed. */
function filter(dialect: Dialect, board: string, query: TaskQuery): Fragment {
  const conditions = ['task.board_id = ?']
  const parameters: Value[] = [board]
  if (query.status !== undefined) {
    conditions.push('task.status = ?')
    parameters.push(STATUSES.indexOf(query.status))
  }
  if (query.priority !== undefined) {
    conditions.push('task.priority = ?')
    parameters.push(PRIORITIES.indexOf(query.priority))
  }
  if (query.search) {
    const [condition, values] = searchCondition(dialect, query.search, query.matchCase ?? false)
    conditions.push(condition)
    parameters.push(...values)
  }
  return [conditions.join(' AND '), parameters]
}

/** The ids of the page, as the table `page`, and the number of all, as `counted.total`. */
interface Selection {
  tables: Fragment
  counted: Fragment
}

/** Of tasks that must be looked at to know whether they match: they are, once, for the page and for the number. */
function selectMatching([condition, parameters]: Fragment, query: TaskQuery, offset: number): Selection {
  const sorted = query.sort === 'id' ? '' : `, task.${COLUMN[query.sort]}`
  return {
    tables: [
      `found AS MATERIALIZED (SELECT task.id${sorted} FROM task WHERE ${condition}),
       page AS (SELECT found.id FROM found ${orderBy(query, 'found')} LIMIT ? OFFSET ?)`,
      [...parameters, query.size, offset],
    ],
    counted: ['SELECT count(*) AS total FROM found', []],
  }
}

/** How many tasks there are in columns. */
function countColumns(board: string, columns: readonly Status[]): Fragment {
  return [
    `SELECT ${columns.map(() => `(${LANE_LENGTH})`).join(' + ')} AS total`,
    columns.flatMap((status) => [board, STATUSES.indexOf(status)]),
  ]
}

/** Of whole columns, whose lengths are known from their last places. */
function selectColumns(
  [condition, parameters]: Fragment,
  query: TaskQuery,
  offset: number,
  board: string,
): Selection {
  const columns = query.status === undefined ? STATUSES : [query.status]
  const counted = countColumns(board, columns)
  if (columns.length > 1 || query.sort !== 'sortOrder') {
    const page = `page AS (SELECT task.id FROM task WHERE ${condition} ${orderBy(query, 'task')} LIMIT ? OFFSET ?)`
    return { tables: [page, [...parameters, query.size, offset]], counted }
  }
  // The places of a column leave no gap, so the page begins at a place, and nothing before it need be read.
  const from: Fragment =
    query.direction === 'asc'
      ? ['task.sort_order >= ?', [offset]]
      : [`task.sort_order < (${LANE_LENGTH}) - ?`, [...counted[1], offset]]
  const page = `page AS (SELECT task.id FROM task WHERE ${condition} AND ${from[0]} ${orderBy(query, 'task')} LIMIT ?)`
  return { tables: [page, [...parameters, ...from[1], query.size]], counted }
}

/** How many tasks are searched at once where nothing else is done in the meantime. */
const PIECE = 20_000

const BOUNDARY = `SELECT id FROM task WHERE board_id = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ${PIECE - 1}`

/** The store's list of tasks. */
export function taskListMethods(database: Database) {
  const columns = taskColumns(database.dialect)

  /** Searches piece by piece, and lists what was found. */
  async function searchInPieces(state: Queryable, integers: string, board: string, query: TaskQuery) {
    const [condition, parameters] = filter(database.dialect, board, query)
    const found: number[] = []
    for (let after = 0; after < Number.MAX_SAFE_INTEGER; ) {
      const [boundary] = await state.all<{ id: number }>(BOUNDARY, [board, after])
      const upTo = boundary?.id ?? Number.MAX_SAFE_INTEGER
      const rows = await state.all<{ id: number }>(
        `SELECT task.id FROM task WHERE ${condition} AND task.id > ? AND task.id <= ?`,
        [...parameters, after, upTo],
      )
      for (const { id } of rows) found.push(id)
      after = upTo
    }
    return list(state, board, query, [
      `task.board_id = ? AND task.id IN (${integers})`,
      [board, JSON.stringify(found)],
    ])
  }

  async function isLong(board: string): Promise<boolean> {
    const [count] = await database.all<{ total: number }>(...countColumns(board, STATUSES))
    return (count?.total ?? 0) > PIECE
  }

  return {
    async listTasks(board, query) {
      const { longReads } = database
      if (query.search && longReads !== undefined && (await isLong(board))) {
        return longReads.transaction((state) => searchInPieces(state, longReads.integers, board, query))
      }
      return list(database, board, query, filter(database.dialect, board, query))
    },
  } satisfies Partial<TaskMethods>

  async function list(queryable: Queryable, board: string, query: TaskQuery, matching: Fragment) {
    const offset = Math.min(query.page * query.size, Number.MAX_SAFE_INTEGER)
    const { tables, counted } =
      query.priority === undefined && !query.search
        ? selectColumns(matching, query, offset, board)
        : selectMatching(matching, query, offset)

    // One statement, so that the number and the page are of one moment. The page joins the number, so that there is
    // a row with the number even where the page is empty.
    const rows = await queryable.all<TaskRow & { total: number; id: number | null }>(
      `WITH ${tables[0]}
       SELECT counted.total, ${columns}
       FROM (${counted[0]}) AS counted
       LEFT JOIN page ON TRUE
       LEFT JOIN task ON task.board_id = ? AND task.id = page.id
       ${orderBy(query, 'task')}`,
      [...tables[1], ...counted[1], board],
    )
    const tasks = rows.filter((row) => row.id !== null).map(toTask)
    return { tasks, total: rows[0]?.total ?? 0 }
  }
}
