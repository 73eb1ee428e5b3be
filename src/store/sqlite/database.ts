import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { StoreUnavailable } from '../../contract/errors.js'
import type { Database } from '../database.js'
import { createGroupCommit } from '../group-commit.js'
import { DELETE_OWNER, type Owner, SELECT_OWNER } from '../owner/owner.js'
import { checkIntegrity, requireOwnTables } from './check-file.js'
import { createRunner, openReader, type RunStatement } from './connection.js'
import { createFile } from './create-file.js'
import { sqliteDialect } from './dialect.js'
import { identify, requireSame, resolveLinks } from './file-identity.js'
import { requireMountedFolder } from './mounted-file.js'
import { createReadTransactions } from './read-transactions.js'

/** The name of a database without a file. */
const MEMORY = ':memory:'

/** The maximum time in milliseconds that a statement waits for the lock of another process. */
export const BUSY_TIMEOUT = 5000

/** The size of the WAL in bytes from which a write waits for the long reads that run, so that the WAL can be emptied. */
const WAL_MAX = 64 * 2 ** 20

/** The statement that begins a transaction. */
const BEGIN = 'BEGIN IMMEDIATE'

/** The settings of a connection. A negative `cache_size` is in KiB, so the cache has 64 MiB. */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -65536;
  PRAGMA temp_store = MEMORY;
`

/** Opens a connection that writes. A missing file is created with its folder. */
function connect(file: string): DatabaseSyncInstance {
  if (file === MEMORY) return new DatabaseSync(file)
  if (!existsSync(file)) return createFile(file)
  // SQLite does not tell why it cannot open a file, and opens a file that is only readable.
  accessSync(file, constants.R_OK | constants.W_OK)
  return new DatabaseSync(file)
}

/** Fails if another process serves the database, for example because somebody has deleted the file of the lock. */
function requireOwner(run: RunStatement, token: string): void {
  const [owner] = run<Owner>(SELECT_OWNER)
  if (owner?.token !== token) throw new StoreUnavailable()
}

export interface SqliteOptions {
  /** Whether to check that the file belongs to this service, and is not damaged. */
  isChecked?: boolean
  /** Whether acknowledged writes survive a crash of the machine. */
  isDurable?: boolean
  /** Whether closing writes the WAL back to the file. While other connections are open, it can wait. */
  writesBack?: boolean
  /** The token of the owner of the database. Without one, the writes do not check it. */
  token?: string
}

/**
 * Opens a SQLite database in this thread.
 *
 * Acknowledged writes are durable (`synchronous = FULL`). They are committed in groups to share the wait for the disk.
 * SQLite runs in this thread, so a group ends before the next turn of the event loop. Other statements wait for it, so
 * that they see committed states only.
 *
 * @param file the path of the file, or `:memory:`. A missing file is created with its folder.
 */
export function openSqliteDatabase(file: string, options: SqliteOptions = {}): Database {
  const { isChecked = true, isDurable = true, writesBack = true, token } = options
  if (isChecked && file !== MEMORY) requireMountedFolder(file)
  const connection = connect(file)
  const run = createRunner(connection)
  try {
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
    // The other settings change the file, so this comes first.
    if (isChecked) requireOwnTables(run)
    connection.exec(`${SETTINGS} PRAGMA synchronous = ${isDurable ? 'FULL' : 'OFF'}`)
    if (isChecked) checkIntegrity(run, file === MEMORY ? undefined : file)
  } catch (error) {
    connection.close()
    throw error
  }

  let isClosed = false
  const identity = file === MEMORY ? undefined : identify(file, run)
  // Each connection to `:memory:` opens a database of its own.
  const readTransactions =
    identity === undefined
      ? undefined
      : createReadTransactions(() => openReader(file, { busyTimeout: BUSY_TIMEOUT, identity }))

  let walMax = WAL_MAX
  const walSize = () => statSync(`${resolveLinks(file)}-wal`, { throwIfNoEntry: false })?.size ?? 0

  /**
   * Empties a large WAL. SQLite does this by itself only at a moment without read transactions. If long reads overlap
   * all the time, there is none, and the WAL grows without limit.
   */
  function limitWal(): void {
    if (walSize() < walMax) return
    run('PRAGMA wal_checkpoint(TRUNCATE)')
    // If a read took longer than the timeout, the WAL is still large. Waiting after every group would stop all writes.
    walMax = walSize() + WAL_MAX
  }

  const groups = createGroupCommit({
    begin: BEGIN,
    async connect() {
      if (identity !== undefined) requireSame(file, identity)
      limitWal()
      return {
        tx: { all: async (sql, params) => run(sql, params) },
        async control(...controls) {
          for (const statement of controls) run(statement)
          if (token !== undefined && controls[0] === BEGIN) requireOwner(run, token)
        },
        rollBack() {
          try {
            run('ROLLBACK')
          } catch {
            // The next BEGIN fails too, and reports it.
          }
        },
      }
    },
  })

  return {
    dialect: sqliteDialect,
    async all(sql, params) {
      await groups.idle()
      if (isClosed) throw new StoreUnavailable()
      return run(sql, params)
    },
    async changeBoard(board, work) {
      if (isClosed) throw new StoreUnavailable()
      return groups.changeBoard(board, work)
    },
    async transaction(work) {
      if (isClosed) throw new StoreUnavailable()
      return groups.transaction(work)
    },
    readTransaction: readTransactions?.readTransaction ?? groups.transaction,
    async close() {
      if (isClosed) return
      await groups.drain()
      isClosed = true
      await readTransactions?.close()
      // The driver keeps prepared statements open, and then SQLite does not write back the WAL when it closes.
      try {
        if (token !== undefined) run(DELETE_OWNER, [token])
        if (writesBack) run('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // On a full disk the WAL remains, and the next start reads it.
        if (!(error instanceof StoreUnavailable)) throw error
      }
      connection.close()
    },
  }
}
