import type { Json } from '../../json.js'
import { PRIORITIES, type Sort, STATUSES, type Status } from '../../schemas/enumerations.js'
import type { Task } from '../../schemas/task.js'
import type { Database, Dialect, Queryable, Value } from '../database.js'
import type { TaskMethods, TaskQuery } from '../store.js'
import { LANE_LENGTH } from './lanes.js'
import { searchCondition } from './search.js'
import { taskJson } from './task-row.js'

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

/** A part of a statement with its parameters. */
type Fragment = [sql: string, parameters: Value[]]

/** Sorts absent values last in both directions, and breaks ties by ascending id (decision 14). */
function orderBy({ sort, direction }: TaskQuery, table: string): string {
  const absentLast = sort === 'dueDate' ? ' NULLS LAST' : ''
  return `ORDER BY ${table}.${COLUMN[sort]} ${direction}${absentLast}${sort === 'id' ? '' : `, ${table}.id`}`
}

/** Returns the condition for the tasks that match a query. */
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

interface Selection {
  /** Common table expressions. One of them is `page`, with the ids of the tasks on the page, in order. */
  tables: Fragment
  /** A query for the number of all matching tasks, as `total`. */
  counted: Fragment
}

/** Selects tasks by a condition that must be evaluated for each task. One scan serves the page and the number. */
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

/** Returns a query for the number of tasks in some lanes. */
function countLanes(board: string, lanes: readonly Status[]): Fragment {
  return [
    `SELECT ${lanes.map(() => `(${LANE_LENGTH})`).join(' + ')} AS total`,
    lanes.flatMap((status) => [board, STATUSES.indexOf(status)]),
  ]
}

/** Selects all tasks of one lane or of all lanes. Their number is known without a scan. */
function selectLanes([condition, parameters]: Fragment, query: TaskQuery, offset: number, board: string): Selection {
  const lanes = query.status === undefined ? STATUSES : [query.status]
  const counted = countLanes(board, lanes)
  if (lanes.length > 1 || query.sort !== 'sortOrder') {
    const page = `page AS (SELECT task.id FROM task WHERE ${condition} ${orderBy(query, 'task')} LIMIT ? OFFSET ?)`
    return { tables: [page, [...parameters, query.size, offset]], counted }
  }
  // Positions in a lane have no gaps, so the page starts at a known position, and earlier tasks need not be read.
  const from: Fragment =
    query.direction === 'asc'
      ? ['task.sort_order >= ?', [offset]]
      : [`task.sort_order < (${LANE_LENGTH}) - ?`, [...counted[1], offset]]
  const page = `page AS (SELECT task.id FROM task WHERE ${condition} AND ${from[0]} ${orderBy(query, 'task')} LIMIT ?)`
  return { tables: [page, [...parameters, ...from[1], query.size]], counted }
}

/** The number of tasks that one statement searches. Between two statements the thread serves requests. */
const BATCH = 20_000

const BOUNDARY = `SELECT id FROM task WHERE board_id = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ${BATCH - 1}`

/** The list of tasks. */
export function taskListMethods(database: Database) {
  const json = taskJson(database.dialect)

  /** Searches in batches, and lists the tasks found. */
  async function searchInBatches(state: Queryable, board: string, query: TaskQuery) {
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
      `task.board_id = ? AND task.id IN (${database.dialect.integers})`,
      [board, JSON.stringify(found)],
    ])
  }

  async function isLarge(board: string): Promise<boolean> {
    const [count] = await database.all<{ total: number }>(...countLanes(board, STATUSES))
    return (count?.total ?? 0) > BATCH
  }

  return {
    async listTasks(board, query) {
      if (query.search && (await isLarge(board))) {
        return database.readTransaction((state) => searchInBatches(state, board, query))
      }
      return list(database, board, query, filter(database.dialect, board, query))
    },
  } satisfies Partial<TaskMethods>

  async function list(queryable: Queryable, board: string, query: TaskQuery, matching: Fragment) {
    const offset = Math.min(query.page * query.size, Number.MAX_SAFE_INTEGER)
    const { tables, counted } =
      query.priority === undefined && !query.search
        ? selectLanes(matching, query, offset, board)
        : selectMatching(matching, query, offset)

    // One statement reads the number and the page as of the same moment. The aggregate keeps the order of the page.
    const [row] = await queryable.all<{ total: number; tasks: string | null }>(
      `WITH ${tables[0]}
       SELECT (${counted[0]}) AS total,
         (SELECT string_agg((SELECT ${json} FROM task WHERE task.board_id = ? AND task.id = page.id), ',') FROM page) AS tasks`,
      [...tables[1], ...counted[1], board],
    )
    return { tasks: `[${row?.tasks ?? ''}]` as Json<Task[]>, total: row?.total ?? 0 }
  }
}
