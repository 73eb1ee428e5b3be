import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { StoreUnavailable } from '../../errors.js'
import type { Database, Value } from '../database.js'
import { createGroupCommit } from '../group-commit.js'
import { sqliteDialect } from './dialect.js'
import { createReadTransactions, type Run } from './read-transactions.js'

/** What SQLite says when the database cannot be used; the driver passes on its messages, not its codes. */
const OUTAGE =
  /database is locked|database table is locked|disk I\/O error|disk is full|readonly database|unable to open|malformed|not a database|out of memory|locking protocol/

/** The name of a database that is no file. */
const MEMORY = ':memory:'

/** The cache is in KiB: 64 MiB. */
const SETTINGS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -65536;
  PRAGMA temp_store = MEMORY;
`

/** The largest file that is read whole when it is opened, in bytes. A slow disk takes some seconds for as much. */
const CHECKED_MAX = 2 ** 30

/**
 * Fails where the file is damaged, so that the service does not go on to write into it. In a larger one damage shows
 * when a request meets it, and is answered with 503.
 */
function checkWhole(connection: DatabaseSyncInstance, file: string): void {
  if (file !== MEMORY && statSync(file).size > CHECKED_MAX) return
  const [row] = connection.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
  if (row?.quick_check === 'ok') return
  throw new Error(`database is damaged: ${row?.quick_check.replace(/\s+/g, ' ')}`)
}

/** What keeps the database from answering becomes one error of the catalogue; a defect of a statement does not. */
function translate(error: unknown): unknown {
  return OUTAGE.test((error as Error).message) ? new StoreUnavailable({ cause: error }) : error
}

function openReader(file: string): DatabaseSyncInstance {
  try {
    const connection = new DatabaseSync(file)
    connection.exec(SETTINGS)
    return connection
  } catch (error) {
    throw translate(error)
  }
}

/** Runs statements over one connection, and keeps them prepared. */
function createRunner(): Run {
  const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>()
  return (connection, sql, params = []) => {
    try {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = connection.prepare(sql)
        statements.set(sql, statement)
      }
      // Also where one row is expected, because it leaves no statement open.
      return statement.all(...params)
    } catch (error) {
      throw translate(error)
    }
  }
}

/**
 * Opens a SQLite database.
 *
 * Writes are durable when they are acknowledged (`synchronous = FULL`), and cheap all the same, because
 * they are committed in groups. SQLite runs in this thread, so a group awaits nothing but statements and
 * ends before the next turn of the event loop; statements from outside wait for it, so that nobody sees
 * what is not committed.
 *
 * @param file the path of the file, made with its folder when missing, or `:memory:`
 */
export function openSqliteDatabase(file: string): Database {
  if (file !== MEMORY) {
    mkdirSync(dirname(file), { recursive: true })
    // It holds the signing key, so it is made for this user alone; SQLite's other files follow it.
    closeSync(openSync(file, 'a', 0o600))
  }
  const connection = new DatabaseSync(file)
  try {
    connection.exec(SETTINGS)
    checkWhole(connection, file)
  } catch (error) {
    connection.close()
    throw error
  }

  let isClosed = false
  const runOn = createRunner()
  const run = <Row>(sql: string, params?: readonly Value[]) => runOn(connection, sql, params) as Row[]
  // Another connection would see another database.
  const readTransactions =
    file === MEMORY ? undefined : createReadTransactions(() => openReader(file), createRunner())

  const groups = createGroupCommit({
    begin: 'BEGIN IMMEDIATE',
    connect: async () => ({
      tx: { all: async (sql, params) => run(sql, params) },
      async control(...controls) {
        for (const statement of controls) run(statement)
      },
      release(hasFailed) {
        if (!hasFailed) return
        try {
          run('ROLLBACK')
        } catch {
          // The next BEGIN says so to those who wait for it.
        }
      },
    }),
  })

  return {
    dialect: sqliteDialect,
    async all(sql, params) {
      await groups.settle()
      if (isClosed) throw new StoreUnavailable()
      return run(sql, params)
    },
    async transaction(work, board) {
      if (isClosed) throw new StoreUnavailable()
      return groups.transaction(work, board)
    },
    ...(readTransactions && { longReads: readTransactions }),
    async close() {
      if (isClosed) return
      await groups.drain()
      isClosed = true
      await readTransactions?.close()
      // The driver keeps prepared statements open, so SQLite would leave the journal as it is.
      try {
        run('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // On a full disk everything stays in the journal, where the next start finds it.
        if (!(error instanceof StoreUnavailable)) throw error
      }
      connection.close()
    },
  }
}
