import type { Dialect, Queryable, Value } from '../database.js'
import type { TaskQuery } from '../store.js'
import { bind, compileNamed, type NamedStatement } from './named-parameters.js'
import { matching, type Parameter, shapeOf, sortKey } from './task-query.js'

/** The work of one statement, in bytes. SQLite searches 512 KiB in about a millisecond. */
export const PIECE = 512 * 1024
/** Reading a task costs about as much as searching this number of bytes. */
const TASK = 512

/**
 * Finds the task with which the work after a task exceeds a piece, if there is one. The databases know the size of a text
 * without reading it.
 */
const BOUNDARY = compileNamed<Parameter>(`
  SELECT min(id) AS id FROM (
    SELECT id, sum(size + ${TASK}) OVER (ORDER BY id) AS work FROM (
      SELECT id, octet_length(search_text) AS size FROM task
      WHERE board_id = @board AND id > @after ORDER BY id LIMIT ${PIECE / TASK + 1}) AS next) AS measured
  WHERE work > ${PIECE}`)

interface Found {
  id: number
  /** The value that the list is sorted by. */
  key: number | string | null
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
      const condition = matching(dialect, query).replace('task.status =', '+task.status =')
      statement = compileNamed<Parameter>(
        `SELECT task.id, ${sortKey(query)} AS key FROM task
         WHERE ${condition} AND task.id > @after AND task.id <= @upTo`,
      )
      statements.set(shape, statement)
    }
    return statement
  }

  async function findBoundary(state: Queryable, parameters: Record<Parameter, Value>, after: number) {
    const [boundary] = await state.all<{ id: number | null }>(...bind(BOUNDARY, { ...parameters, after }))
    return boundary?.id ?? undefined
  }

  return {
    /** Whether a scan of the board needs more than one statement. */
    async hasSeveralPieces(state: Queryable, parameters: Record<Parameter, Value>): Promise<boolean> {
      return (await findBoundary(state, parameters, 0)) !== undefined
    },

    /** Returns the ids of the tasks on a page, in order, and the number of all matching tasks. */
    async find(state: Queryable, query: TaskQuery, parameters: Record<Parameter, Value>) {
      const statement = statementOf(query)
      const compare = comparison(query)
      const offset = parameters.offset as number
      let first: Found[] = []
      let total = 0
      for (let after: number | undefined = 0; after !== undefined; ) {
        const boundary: number | undefined = await findBoundary(state, parameters, after)
        const upTo = boundary ?? Number.MAX_SAFE_INTEGER
        const found = await state.all<Found>(...bind(statement, { ...parameters, after, upTo }))
        if (query.sort === 'title') for (const task of found) task.key = toCodePointOrder(String(task.key))
        total += found.length
        // The tasks found before are sorted already, so this is a merge. The tasks after the page are not needed.
        first = [...first, ...found.sort(compare)].sort(compare).slice(0, offset + query.size)
        after = boundary
      }
      return { ids: first.slice(offset).map(({ id }) => id), total }
    },
  }
}
