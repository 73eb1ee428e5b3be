import type { Dialect, Queryable, Value } from '../database.js'
import type { TaskQuery } from '../store.js'
import { bind, compileNamed, type NamedStatement } from './named-parameters.js'
import { LIMIT_SIZE, matching, orderBy, type Parameter, shapeOf, sortKey, source } from './task-query.js'

/** The maximum number of bytes, and of tasks, that one statement searches. SQLite takes about two milliseconds. */
const BYTES_MAX = 1024 * 1024
const TASKS_MAX = 2048

/** Measures the next tasks. The databases know the size of a text without reading it. */
const MEASURE = compileNamed<Parameter>(`
  SELECT max(id) AS "upTo", count(*) AS tasks, coalesce(sum(size), 0) AS bytes FROM (
    SELECT id, octet_length(search_text) AS size FROM task
    WHERE board_id = @board AND id > @after ORDER BY id ${LIMIT_SIZE}) AS next`)

/** A part of the board that one statement searches: the tasks after an id, up to another. */
interface Piece {
  upTo: number
  isLast: boolean
  /** The number of tasks that the next piece probably has. */
  next: number
}

interface Found {
  id: number
  /** The value that the list is sorted by. */
  key: number | string | null
  /** The number of matching tasks in the piece. */
  total: number
}

/**
 * Changes a text so that `<` compares it by code points (decision 14). JavaScript compares UTF-16 code units, and
 * surrogates are smaller than U+E000 to U+FFFF.
 */
function toCodePointOrder(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, (unit) =>
    String.fromCharCode(unit.charCodeAt(0) + (unit < '\ue000' ? 0x2000 : -0x800)),
  )
}

/** Compares tasks as `orderBy` sorts them. */
function comparison({ direction }: TaskQuery) {
  const sign = direction === 'asc' ? 1 : -1
  return (a: Found, b: Found): number => {
    if (a.key === b.key) return a.id - b.id
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1
    return a.key < b.key ? -sign : sign
  }
}

/**
 * Creates a scan for lists that read all tasks of a board or lane. It consists of statements of bounded work, so that
 * other reads can run between them.
 */
export function createScan(dialect: Dialect) {
  const statements = new Map<string, NamedStatement<Parameter>>()

  function statementOf(query: TaskQuery): NamedStatement<Parameter> {
    const shape = shapeOf(query)
    let statement = statements.get(shape)
    if (statement === undefined) {
      // With the plus sign the databases use the range of ids, and not the index of the lane.
      const condition = matching(dialect, query).replace('task.status = @', '+task.status = @')
      statement = compileNamed<Parameter>(
        `WITH found AS MATERIALIZED (
           SELECT task.id, ${sortKey(query)} AS key FROM ${source(query)}
           WHERE ${condition} AND task.id > @after AND task.id <= @upTo)
         SELECT id, key, (SELECT count(*) FROM found) AS total FROM found ${orderBy(query, 'found', 'key')} ${LIMIT_SIZE}`,
      )
      statements.set(shape, statement)
    }
    return statement
  }

  /** Chooses the next piece: `size` tasks, or less if their texts are long. */
  async function measure(
    state: Queryable,
    parameters: Record<Parameter, Value>,
    after: number,
    size: number,
  ): Promise<Piece> {
    const [row] = await state.all<{ upTo: number; tasks: number; bytes: number }>(
      ...bind(MEASURE, { ...parameters, after, size }),
    )
    const { upTo, tasks, bytes } = row as { upTo: number; tasks: number; bytes: number }
    const fitting = Math.max(1, Math.min(TASKS_MAX, Math.floor((tasks * BYTES_MAX) / Math.max(bytes, 1))))
    if (bytes > BYTES_MAX && size > 1) return measure(state, parameters, after, Math.min(fitting, size - 1))
    return { upTo, isLast: tasks < size, next: fitting }
  }

  return {
    /** Whether a scan of the board needs more than one statement. */
    async hasSeveralPieces(state: Queryable, parameters: Record<Parameter, Value>): Promise<boolean> {
      return !(await measure(state, parameters, 0, TASKS_MAX)).isLast
    },

    /** Returns the ids of the tasks on a page, in order, and the number of all matching tasks. */
    async find(state: Queryable, query: TaskQuery, parameters: Record<Parameter, Value>) {
      const statement = statementOf(query)
      const compare = comparison(query)
      const offset = parameters.offset as number
      const size = Math.min(offset + query.size, Number.MAX_SAFE_INTEGER)
      let first: Found[] = []
      let total = 0
      let piece: Piece = { upTo: 0, isLast: false, next: TASKS_MAX }
      while (!piece.isLast) {
        const after = piece.upTo
        piece = await measure(state, parameters, after, piece.next)
        const found = await state.all<Found>(...bind(statement, { ...parameters, after, upTo: piece.upTo, size }))
        if (query.sort === 'title') for (const task of found) task.key = toCodePointOrder(String(task.key))
        total += found[0]?.total ?? 0
        // Both parts are sorted already, so this is a merge. The tasks after the page are not needed.
        first = [...first, ...found].sort(compare).slice(0, size)
      }
      return { ids: first.slice(offset).map(({ id }) => id), total }
    },
  }
}
