import type { Json } from '../../contract/json.js'
import { STATUSES } from '../../contract/schemas/enumerations.js'
import type { Task } from '../../contract/schemas/task.js'
import type { Database, Dialect, Queryable, Value } from '../database.js'
import type { TaskMethods, TaskQuery } from '../store.js'
import { laneLength, runsWithEnd } from './lanes.js'
import { bind, compileNamed, type NamedStatement } from './named-parameters.js'
import type { ReadQueue } from './read-queue.js'
import {
  LIMIT_SIZE,
  matching,
  orderBy,
  type Parameter,
  parametersOf,
  readsAll,
  shapeOf,
  sortKey,
  source,
} from './task-query.js'
import { taskJson } from './task-row.js'
import { createScan } from './task-scan.js'

interface Selection {
  /** Common table expressions. One of them is `page`, with the ids of the tasks on the page, in order. */
  tables: string
  /** The ORDER BY clause that restores the order of the page. */
  order: string
  /** A query for the number of all matching tasks. */
  total: string
  /** An expression for the position of a task on the page, if the page has it. */
  position?: string
}

/** Selects tasks by a condition that must be evaluated for each task. One scan serves the page and the number. */
function selectMatching(dialect: Dialect, query: TaskQuery): Selection {
  const columns = query.sort === 'id' ? 'task.id' : `task.id, ${sortKey(query)} AS key`
  return {
    tables: `found AS MATERIALIZED (SELECT ${columns} FROM ${source(query)} WHERE ${matching(dialect, query)}),
      page AS (SELECT * FROM found ${orderByKey(query, 'found')} ${LIMIT_SIZE} OFFSET @offset)`,
    order: orderByKey(query, 'page'),
    total: 'SELECT count(*) FROM found',
  }
}

/** Sorts a table that has the sort key of a query as `key`. */
function orderByKey(query: TaskQuery, table: string): string {
  return orderBy(query, table, query.sort === 'id' ? 'id' : 'key')
}

/** Selects all tasks of one lane or of all lanes. Their number is known without a scan. */
function selectLanes(dialect: Dialect, query: TaskQuery): Selection {
  const lanes = query.status === undefined ? STATUSES.map((_, lane) => String(lane)) : ['@status']
  const total = `SELECT ${lanes.map((lane) => `(${laneLength('@board', lane)})`).join(' + ')}`
  const tables = `page AS (
    SELECT task.id, ${sortKey(query)} AS key FROM task WHERE ${matching(dialect, query)} ${orderBy(query)} ${LIMIT_SIZE}
    OFFSET @offset)`
  return { tables, order: orderByKey(query, 'page'), total }
}

/**
 * Selects a page of a lane in its order. The search starts at the run in which the page starts, so earlier tasks are not
 * read. The positions follow from the offset. The window function returns the rows in its order.
 */
function selectLane({ direction }: TaskQuery): Selection {
  const total = laneLength('@board', '@status')
  const order = `ORDER BY rank ${direction}, sort_key ${direction}`
  const [comparison, position] =
    direction === 'asc'
      ? ['>=', 'CAST(@offset AS BIGINT) + row_number() OVER lane_order - 1']
      : ['<=', `(${total}) - @offset - row_number() OVER lane_order`]
  const tables = `
    first AS MATERIALIZED (
      SELECT rank, CAST(@offset AS BIGINT) - end_position + length AS skipped
      FROM (${runsWithEnd(direction, '@board', '@status')}) AS runs
      WHERE end_position > @offset AND end_position - length <= @offset LIMIT 1),
    page AS (SELECT id, ${position} AS position FROM (
      SELECT task.id, run.rank, task.sort_key FROM run
      JOIN task ON task.board_id = run.board_id AND task.status = run.status AND task.run_id = run.id
      WHERE run.board_id = @board AND run.status = @status AND run.rank ${comparison} (SELECT rank FROM first)
      ${order} ${LIMIT_SIZE} OFFSET coalesce((SELECT skipped FROM first), 0)
    ) AS tasks WINDOW lane_order AS (${order}))`
  return { tables, order: `ORDER BY page.position ${direction}`, total, position: 'page.position' }
}

function select(dialect: Dialect, query: TaskQuery): Selection {
  if (readsAll(query)) return selectMatching(dialect, query)
  if (query.sort !== 'sortOrder') return selectLanes(dialect, query)
  return query.status === undefined ? selectMatching(dialect, query) : selectLane(query)
}

/** Whether a list reads more tasks than those of its page: all of the board, or all of a lane. */
function isScan(query: TaskQuery): boolean {
  if (readsAll(query)) return true
  return query.status === undefined ? query.sort !== 'id' : query.sort !== 'sortOrder'
}

/** The list of tasks. */
export function taskListMethods(database: Database, reads: ReadQueue) {
  const { dialect } = database
  const statements = new Map<string, NamedStatement<Parameter>>()
  const scan = createScan(dialect)

  /** Joins the JSON texts of the tasks whose ids are in the table `page`. */
  const joined = (order: string, position?: string) => {
    const task = `(SELECT ${taskJson(dialect, position)} FROM task WHERE task.board_id = @board AND task.id = page.id)`
    return `SELECT ${dialect.joinInOrder(task, order)} FROM page`
  }
  const byIds = compileNamed<Parameter>(
    `WITH page (id, place) AS (${dialect.placedIntegers('@ids')}) SELECT (${joined('ORDER BY page.place')}) AS tasks`,
  )

  function statementOf(query: TaskQuery): NamedStatement<Parameter> {
    const shape = shapeOf(query)
    let statement = statements.get(shape)
    if (statement === undefined) {
      const { tables, order, total, position } = select(dialect, query)
      // One statement reads the number and the page as of the same moment.
      statement = compileNamed<Parameter>(
        `WITH ${tables} SELECT (${total}) AS total, (${joined(order, position)}) AS tasks`,
      )
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
