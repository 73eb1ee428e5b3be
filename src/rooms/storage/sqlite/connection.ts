import { statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Tables, Value } from '../database.js'
import { createPut } from '../sql.js'

/** The maximum size in bytes of a file that is checked when it is opened. A slow disk takes some seconds for 1 GiB. */
const CHECKED_MAX = 2 ** 30

/** The maximum time in milliseconds that a statement waits for the lock of another program. */
const BUSY_TIMEOUT = 5000

/** A query for the names of all tables. */
export const NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"

/** Returns the statements that store rows. */
export const put = createPut(
  (columns) => `VALUES (${columns.map(() => '?')})`,
  (rows, columns) => rows.map((row) => columns.map((column) => (row as Record<string, Value>)[column] ?? null)),
)

/** Settings of connections that write. A negative `cache_size` is in KiB, so the cache has 16 MiB. */
export const CACHE = 'PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY'

/** A connection that caches its prepared statements. */
export type Connection = ReturnType<typeof connect>

/**
 * Opens a connection.
 *
 * @param path `''` for a database that is in memory, and in a file without a name when it is large
 */
export function connect(path: string | URL, { readOnly = false, busyTimeout = BUSY_TIMEOUT } = {}) {
  const database = new DatabaseSync(path, { readOnly })
  const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>()

  function prepare(sql: string) {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  /** Ends a transaction that has failed. SQLite itself has ended it after some errors. */
  function rollBack(): void {
    if (database.isTransaction) database.exec('ROLLBACK')
  }

  database.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
  return {
    /** Returns the rows of a statement. It uses `all` even for a single row, because it leaves no statement open. */
    all: <Row>(sql: string, params: readonly Value[] = []) => prepare(sql).all(...params) as Row[],
    /** Returns the number of rows that a statement has changed. */
    run: (sql: string, params: readonly Value[] = []) => Number(prepare(sql).run(...params).changes),
    /** Runs statements without parameters. */
    exec: (sql: string): void => database.exec(sql),
    rollBack,
    close(): void {
      // The driver keeps statements open, and with them the transaction of a connection that is closed.
      rollBack()
      database.close()
    },
  }
}

/**
 * Checks a file before it is used. Damage in a file of more than 1 GiB shows only when a request reads it; the response is
 * then 503.
 *
 * @throws Error if the file has tables, but not those of this service, or is damaged
 */
export function checkFile({ all }: Connection, file: string): void {
  const tables = all<{ name: string }>(NAMES).map(({ name }) => name)
  // Version 2 had the table `board`.
  const isOwn = tables.includes('schema_version') && (tables.includes('blob') || tables.includes('board'))
  if (tables.length > 0 && !isOwn) {
    throw new Error('It is the database of another application')
  }
  if (statSync(file).size > CHECKED_MAX) return
  const [row] = all<{ quick_check: string }>('PRAGMA quick_check(1)')
  if (row?.quick_check !== 'ok') throw new Error(`database is damaged: ${row?.quick_check.replace(/\s+/g, ' ')}`)
}

/** Returns the tables over a connection. */
export function toTables({ all }: Connection): Tables {
  return { all: async (sql, params) => all(sql, params), put, names: NAMES, adapt: (sql) => sql }
}
