import type { Put } from '../database.js'
import type { Owner } from '../lock.js'
import { DELETE_OWNER, DELETE_OWNERS, INSERT_OWNER, SELECT_OWNER } from '../sql.js'
import { CACHE, type Connection, connect } from './connection.js'
import { identify } from './files.js'

/** What a connection that writes needs. */
export interface WriterSetup {
  file: string
  /** The identity of its files. They may be replaced before the thread starts. */
  identity: string
  owner: Owner
}

/** A part of a transaction. */
export interface WriteRequest {
  statements: readonly Put[]
  isFirst: boolean
  isLast: boolean
}

/**
 * The outcome of a request: the number of rows that the last statement has changed, or why nothing of the transaction is
 * stored. `foreign`: another program has written to the database since the last commit. `lost`: another process serves the
 * database. `unknown`: the disk failed during the commit, so that nobody knows whether it is stored.
 */
export interface Outcome {
  kind: 'done' | 'failed' | 'foreign' | 'lost' | 'unknown'
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
export function createCommitter(connection: Connection, owner: Owner, hasFiles = () => true) {
  const { all, run, exec, rollBack } = connection
  /** Changes with every commit of another connection. */
  let version = readVersion()
  /** Whether the database names this process as its owner. On a full disk, the first commit records it. */
  let isRecorded = false

  function readVersion(): number | undefined {
    return all<{ data_version: number }>('PRAGMA data_version')[0]?.data_version
  }

  /** Begins a transaction. Returns why it must not write, if so. */
  function begin(): Outcome['kind'] {
    exec('BEGIN IMMEDIATE')
    const previous = version
    version = readVersion()
    const isForeign = version !== previous
    // Whoever has deleted the lock of this process serves the database, which is worse than a lost file.
    if (isForeign && isRecorded && all<Owner>(SELECT_OWNER)[0]?.token !== owner.token) return 'lost'
    if (!hasFiles()) return 'failed'
    if (!isRecorded) {
      run(DELETE_OWNERS)
      run(INSERT_OWNER, [owner.token, owner.host, owner.process, owner.since])
    }
    return isForeign ? 'foreign' : 'done'
  }

  return ({ statements, isFirst, isLast }: WriteRequest): Outcome => {
    let isCommitting = false
    try {
      const kind = isFirst ? begin() : 'done'
      if (kind !== 'done') {
        rollBack()
        return { kind }
      }
      let changed = 0
      for (const { sql, rows } of statements) for (const params of rows) changed = run(sql, params)
      if (isLast) {
        isCommitting = true
        exec('COMMIT')
        isRecorded = true
      }
      return { kind, changed }
    } catch (error) {
      const kind = isCommitting && !isNotStored(error as { errcode?: number }) ? 'unknown' : 'failed'
      if (kind === 'failed') rollBack()
      return { kind, error: error as Error }
    }
  }
}

function isNotStored({ errcode = 0 }: { errcode?: number }): boolean {
  return errcode === IOERR_WRITE || NOT_STORED.has(errcode & 0xff)
}
