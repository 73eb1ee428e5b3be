import type { Slice, Step } from '../database.js'
import type { Owner } from '../lock.js'
import { columnsOf, DELETE_OWNER, DELETE_OWNERS, INSERT_OWNER, putInto, SELECT_OWNER, SLICED } from '../sql.js'
import { CACHE, type Connection, connect } from './connection.js'
import { identify } from './files.js'

/** What a connection that writes needs. */
export interface WriterSetup {
  file: string
  /** The identity of its files. They may be replaced before the thread starts. */
  identity: string
  owner: Owner
}

/** A step of a transaction. */
export interface WriteRequest {
  step: Step
  isFirst: boolean
  isLast: boolean
}

/**
 * The outcome of a request. `failed`, `foreign`, `lost` and `replaced`: nothing of its transaction is stored. `foreign`:
 * another program has written to the database since the last commit. `lost`: another process serves the database.
 * `replaced`: a file of the database was deleted or replaced. `unknown`: the disk failed during the commit.
 */
export interface Outcome {
  kind: 'done' | 'failed' | 'foreign' | 'lost' | 'replaced' | 'unknown'
  /** The number of changed rows. */
  changed?: number
  error?: Error
}

/**
 * The results of a COMMIT that stores nothing: the database is busy or full, a constraint, and a log that could not be
 * written. After others, such as SQLITE_IOERR_FSYNC, the log can have the commit.
 */
const NOT_STORED = new Set([5, 13, 19])
const IOERR_WRITE = 778

/** Opens the connection that writes to a file. */
export function openWriter({ file, identity, owner }: WriterSetup) {
  const hasFiles = () => identify(file) === identity
  // SQLite would create a lost file again.
  if (!hasFiles()) throw new Error('A file of the database was deleted or replaced')
  const connection = connect(file)
  // A log that has become large is truncated.
  connection.exec(`${CACHE}; PRAGMA journal_size_limit = 67108864; PRAGMA synchronous = FULL`)
  return {
    write: createCommitter(connection, owner, hasFiles),
    close() {
      try {
        connection.run(DELETE_OWNER, [owner.token])
        // The driver keeps prepared statements open, and then SQLite does not write back the log when it closes.
        connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // On a full disk the log remains, and the next start reads it.
      }
      connection.close()
    },
  }
}

/**
 * Returns a function that writes over a connection.
 *
 * @param connection settings make a commit durable when it returns
 * @param owner this process
 * @param hasFiles whether the files of the database are those that were opened
 */
export function createCommitter(
  connection: Connection,
  owner: Owner,
  hasFiles = () => true,
): (request: WriteRequest) => Outcome {
  /** Changes with every commit of another connection. */
  let version = readVersion()
  /** Whether the database names this process as its owner. On a full disk, the first commit records it. */
  let isRecorded = false

  function readVersion(): number | undefined {
    return connection.all<{ data_version: number }>('PRAGMA data_version')[0]?.data_version
  }

  /** Begins a transaction. Returns why it must not write, if so. */
  function begin(): Outcome['kind'] {
    connection.exec('BEGIN IMMEDIATE')
    if (isRecorded) {
      if (connection.all<Owner>(SELECT_OWNER)[0]?.token !== owner.token) return 'lost'
    } else {
      connection.run(DELETE_OWNERS)
      connection.run(INSERT_OWNER, [owner.token, owner.host, owner.process, owner.since])
    }
    // Whoever has deleted the lock of this process serves the database, which is worse than a lost file.
    if (!hasFiles()) return 'replaced'
    const previous = version
    version = readVersion()
    return version === previous ? 'done' : 'foreign'
  }

  return ({ step, isFirst, isLast }) => {
    let isCommitting = false
    try {
      const kind = isFirst ? begin() : 'done'
      if (kind !== 'done') {
        connection.rollBack()
        return { kind }
      }
      const changed = 'sql' in step ? connection.run(step.sql, step.params) : putSlice(connection, step)
      if (isLast) {
        isCommitting = true
        connection.exec('COMMIT')
        isRecorded = true
      }
      return { kind, changed }
    } catch (error) {
      if (isCommitting && !isNotStored(error as { errcode?: number })) return { kind: 'unknown', error: error as Error }
      connection.rollBack()
      return { kind: 'failed', error: error as Error }
    }
  }
}

function isNotStored({ errcode = 0 }: { errcode?: number }): boolean {
  return errcode === IOERR_WRITE || NOT_STORED.has(errcode & 0xff)
}

/** The statements that put a row, with the columns of their parameters. */
const PUTS = SLICED.map((name) => ({ name, sql: putInto(name), columns: columnsOf(name) }))

/** Writes the rows of a slice, in the transaction of the caller. */
export function putSlice({ run }: Pick<Connection, 'run'>, slice: Slice): number {
  for (const { name, sql, columns } of PUTS) {
    for (const row of slice[name] as object[] as Record<string, string | null>[]) {
      run(
        sql,
        columns.map((column) => row[column] as string | null),
      )
    }
  }
  for (const { scope, kind, id } of slice.deleted) {
    for (const table of ['item', 'blob']) {
      run(`DELETE FROM ${table} WHERE scope = ? AND kind = ? AND id = ?`, [scope, kind, id])
    }
  }
  return 0
}
