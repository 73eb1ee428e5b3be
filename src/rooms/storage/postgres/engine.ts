import type { Engine, Slice } from '../engine.js'
import type { Value } from '../queryable.js'
import { PING } from '../reads.js'
import { BOARD, ITEM, putInto, ROOM, type Table } from '../schema.js'
import { OutcomeUnknown, type StorageEvents, unavailable } from '../storage.js'
import type { Connections, Ownership } from './ownership.js'
import { createReads } from './reads.js'
import { nameStatement } from './statements.js'

/** A query for the rows of a JSON text. Arrays as parameters take much longer for large texts. */
const rowsOf = ({ name, columns }: Table) =>
  `SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, ?)`

const put = (table: Table) => putInto(table, rowsOf(table))
const deleteFrom = (table: string) =>
  `DELETE FROM ${table} WHERE (scope, kind, id) IN (SELECT scope, kind, id FROM json_populate_recordset(NULL::item, ?))`

/**
 * Every statement finds its rows by a key. Without these settings, the server would read a whole table or scope, and sort
 * it, while it does not know yet how large the table is.
 */
const PLANS = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((name) => `SET enable_${name} = off`).join('; ')

/**
 * Creates the engine of a PostgreSQL database. Commits run in the session that holds the lock, so that a process which has
 * lost the lock cannot commit. Reads use other connections.
 */
export function createPostgresEngine(ownership: Ownership, events: StorageEvents): Engine {
  let current: Connections | undefined
  let isClosed = false

  /** Returns the connections. What was read is forgotten when their session ends, because others can write then. */
  function connections(): Connections {
    const found = ownership.connections()
    if (found === current) return found
    current = found
    found.session.query(PLANS).catch(() => {})
    found.readers.on('connect', (reader) => reader.query(PLANS).catch(() => {}))
    found.session.ended.then(() => {
      if (!isClosed) events.onForget()
    })
    return found
  }

  /**
   * Runs statements in the session, and returns how many rows the last one has changed.
   *
   * @throws OutcomeUnknown if the session does not prove that it has rolled back
   */
  async function write(statements: Iterable<{ text: string; values: readonly Value[] }>): Promise<number> {
    const { session } = connections()
    let changed = 0
    try {
      for (const { text, values } of statements) {
        const { rowCount } = await session.query({ ...nameStatement(text), values: [...values] })
        changed = rowCount ?? 0
      }
      return changed
    } catch (error) {
      await session.query('ROLLBACK').catch(() => {
        events.onForget()
        throw new OutcomeUnknown('The outcome of a commit is unknown', { cause: error })
      })
      throw unavailable(error)
    }
  }

  async function read<Row>(sql: string, params: readonly Value[]): Promise<Row[]> {
    const { session, readers } = connections()
    const rows = await createReads(readers).all<Row>(sql, params)
    await session.confirm()
    // Between two sessions of this process, a commit with an unknown outcome can have become visible.
    if (connections().session !== session) throw unavailable()
    return rows
  }

  connections()
  return {
    read,
    async ping() {
      await read(PING, [])
    },
    async commit(slices) {
      await write(slices.length === 1 ? slices.map(toStatement) : inTransaction(slices))
    },
    confirm() {
      try {
        return connections().session.confirm()
      } catch (error) {
        return Promise.reject(error)
      }
    },
    run: (sql, params) => write([{ text: sql, values: params }]),
    async close() {
      isClosed = true
      await ownership.close()
    },
  }
}

/** Returns the statements of a commit. Each slice becomes text only when its turn comes. */
function* inTransaction(slices: readonly Slice[]) {
  yield { text: 'BEGIN', values: [] }
  for (const slice of slices) yield toStatement(slice)
  yield { text: 'COMMIT', values: [] }
}

/** Returns the statement that stores a slice: one part for each table with changes. */
export function toStatement({ rooms, boards, items, deleted }: Slice) {
  const parts: [sql: string, rows: readonly object[]][] = [
    [put(ROOM), rooms],
    [put(BOARD), boards],
    [put(ITEM), items],
    [deleteFrom('item'), deleted],
    [deleteFrom('blob'), deleted],
  ]
  const used = parts.filter(([, rows]) => rows.length > 0)
  const ctes = used.map(([sql], index) => `p${index} AS (${sql})`)
  return { text: `WITH ${ctes.join(', ')} SELECT 1`, values: used.map(([, rows]) => JSON.stringify(rows)) }
}
