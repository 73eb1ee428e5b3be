import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { StoreUnavailable } from '../../../contract/errors.js'
import type { Value } from '../queryable.js'
import { requireSame } from './file-identity.js'

/** The messages of SQLite errors that mean an outage. The driver provides no error codes. */
const OUTAGE =
  /database is locked|database table is locked|disk I\/O error|disk is full|readonly database|unable to open|malformed|not a database|out of memory|locking protocol/

/** Returns the URL of a file that SQLite reads without locks (https://sqlite.org/uri.html). */
function withoutLocks(file: string): URL {
  const url = pathToFileURL(file)
  url.search = 'immutable=1'
  return url
}

/** Turns an outage of the database into `StoreUnavailable`. Other errors are defects of this service. */
function translate(error: unknown): unknown {
  return OUTAGE.test((error as Error).message) ? new StoreUnavailable({ cause: error }) : error
}

/** Runs a statement and returns its rows. */
export type RunStatement = <Row>(sql: string, params?: readonly Value[]) => Row[]

/** Returns a function that runs statements over a connection and caches the prepared statements. */
export function createRunner(connection: DatabaseSyncInstance): RunStatement {
  const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>()
  return <Row>(sql: string, params: readonly Value[] = []) => {
    try {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = connection.prepare(sql)
        statements.set(sql, statement)
      }
      // `all` even for a single row, because it leaves no statement open.
      return statement.all(...params) as Row[]
    } catch (error) {
      throw translate(error)
    }
  }
}

export interface ReaderOptions {
  /** The maximum time in milliseconds that a statement waits for a lock. Readers wait only in rare cases. */
  busyTimeout: number
  /** The identity that the files must have, so that all connections read the same database. */
  identity?: string
  /** Whether no other program uses the file. SQLite then needs no other file, which it cannot create in a read-only folder. */
  isUnused?: boolean
}

/** A connection that only reads. It sees the state of the last commit of any connection. */
export interface Reader {
  run: RunStatement
  close(): void
}

/**
 * Opens a connection that only reads an existing file.
 *
 * @throws StoreUnavailable if the file cannot be opened, or is another one
 */
export function openReader(file: string, { busyTimeout, identity, isUnused = false }: ReaderOptions): Reader {
  if (identity !== undefined) requireSame(file, identity)
  try {
    const connection = new DatabaseSync(isUnused ? withoutLocks(file) : file, { readOnly: true })
    // A negative `cache_size` is in KiB, so the cache has 16 MiB.
    connection.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY`)
    return { run: createRunner(connection), close: () => connection.close() }
  } catch (error) {
    throw translate(error)
  }
}
