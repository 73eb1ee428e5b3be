import type { Json } from '../../json.js'
import { STATUSES } from '../../schemas/enumerations.js'
import type { Task } from '../../schemas/task.js'
import type { Database, Dialect, Queryable, Value } from '../database.js'
import type { TaskMethods, TaskQuery } from '../store.js'
import { laneLength } from './lanes.js'
import { bind, compileNamed, type NamedStatement } from './named-parameters.js'
import type { ReadQueue } from './read-queue.js'
import { isSelective, matching, orderBy, type Parameter, parametersOf, shapeOf, sortKey } from './task-query.js'
import { taskJson } from './task-row.js'
import { createScan } from './task-scan.js'

interface Selection {
  /** Common table expressions. One of them is `page`, with the ids of the tasks on the page, in order. */
  tables: string
  /** A query for the number of all matching tasks. */
  total: string
}

/** Selects tasks by a condition that must be evaluated for each task. One scan serves the page and the number. */
function selectMatching(dialect: Dialect, query: TaskQuery): Selection {
  const columns = query.sort === 'id' ? 'task.id' : `task.id, ${sortKey(query)}`
  return {
    tables: `found AS MATERIALIZED (SELECT ${columns} FROM task WHERE ${matching(dialect, query)}),
      page AS (SELECT found.id FROM found ${orderBy(query, 'found')} LIMIT @size OFFSET @offset)`,
    total: 'SELECT count(*) FROM found',
  }
}

/** Selects all tasks of one lane or of all lanes. Their number is known without a scan. */
function selectLanes(dialect: Dialect, query: TaskQuery): Selection {
  const condition = matching(dialect, query)
  const lanes = query.status === undefined ? STATUSES.map((_, lane) => String(lane)) : ['@status']
  const total = `SELECT ${lanes.map((lane) => `(${laneLength('@board', lane)})`).join(' + ')}`
  if (query.status === undefined || query.sort !== 'sortOrder') {
    const tables = `page AS (SELECT task.id FROM task WHERE ${condition} ${orderBy(query)} LIMIT @size OFFSET @offset)`
    return { tables, total }
  }
  // Positions in a lane have no gaps, so the page starts at a known position, and earlier tasks need not be read.
  const from = query.direction === 'asc' ? 'task.sort_order >= @offset' : `task.sort_order < (${total}) - @offset`
  const tables = `page AS (SELECT task.id FROM task WHERE ${condition} AND ${from} ${orderBy(query)} LIMIT @size)`
  return { tables, total }
}

/** Whether a list reads more tasks than those of its page: all of the board, or all of a lane. */
function isScan(query: TaskQuery): boolean {
  if (isSelective(query)) return true
  return query.status === undefined ? query.sort !== 'id' : query.sort !== 'sortOrder'
}

/** The list of tasks. */
export function taskListMethods(database: Database, reads: ReadQueue) {
  const { dialect } = database
  const json = taskJson(dialect)
  const statements = new Map<string, NamedStatement<Parameter>>()
  const scan = createScan(dialect)

  /** Joins the JSON texts of the tasks whose ids are in the table `page`. The aggregate keeps the order of the page. */
  const joined = `SELECT string_agg((SELECT ${json} FROM task WHERE task.board_id = @board AND task.id = page.id), ',') FROM page`
  const byIds = compileNamed<Parameter>(`WITH page (id) AS (${dialect.integers('@ids')}) SELECT (${joined}) AS tasks`)

  function statementOf(query: TaskQuery): NamedStatement<Parameter> {
    const shape = shapeOf(query)
    let statement = statements.get(shape)
    if (statement === undefined) {
      const { tables, total } = (isSelective(query) ? selectMatching : selectLanes)(dialect, query)
      // One statement reads the number and the page as of the same moment.
      statement = compileNamed<Parameter>(`WITH ${tables} SELECT (${total}) AS total, (${joined}) AS tasks`)
      statements.set(shape, statement)
    }
    return statement
  }

  async function list(query: TaskQuery, parameters: Record<Parameter, Value>) {
    const [row] = await database.all<{ total: number; tasks: string | null }>(...bind(statementOf(query), parameters))
    return { tasks: toJson(row?.tasks), total: row?.total ?? 0 }
  }

  async function listInPieces(state: Queryable, query: TaskQuery, parameters: Record<Parameter, Value>) {
    const { ids, total } = await scan.find(state, query, parameters)
    const [row] = await state.all<{ tasks: string | null }>(...bind(byIds, { ...parameters, ids: JSON.stringify(ids) }))
    return { tasks: toJson(row?.tasks), total }
  }

  return {
    async listTasks(board, query) {
      const parameters = parametersOf(board, query)
      if (!isScan(query) || !(await scan.hasSeveralPieces(database, parameters))) return list(query, parameters)
      return reads.run(board, () => database.readTransaction((state) => listInPieces(state, query, parameters)))
    },
  } satisfies Partial<TaskMethods>
}

function toJson(tasks: string | null | undefined): Json<Task[]> {
  return `[${tasks ?? ''}]` as Json<Task[]>
}
