import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StoreUnavailable } from '../../errors.js'
import type { Database, Queryable, Value } from '../database.js'
import { sqliteDialect } from './dialect.js'

interface Job {
  work: (tx: Queryable) => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** What SQLite says when the database cannot be used; the driver passes on its messages, not its codes. */
const OUTAGE =
  /database is locked|database table is locked|disk I\/O error|disk is full|readonly database|unable to open|malformed|not a database|out of memory|locking protocol/

/** The cache is in KiB: 64 MiB. */
const SETTINGS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -65536;
  PRAGMA temp_store = MEMORY;
`

/**
 * Opens a SQLite database.
 *
 * Writes are durable when they are acknowledged (`synchronous = FULL`), and cheap all the same, because
 * they are committed in groups: what is asked for in one turn of the event loop goes into one
 * transaction, with a savepoint each, and is acknowledged after its commit. SQLite runs in this thread,
 * so a group awaits nothing but statements and ends before the next turn; statements from outside wait
 * for it, so that nobody sees what is not committed.
 *
 * @param file the path of the file, made with its folder when missing, or `:memory:`
 */
export function openSqliteDatabase(file: string): Database {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true })
    // It holds the signing key, so it is made for this user alone; SQLite's other files follow it.
    closeSync(openSync(file, 'a', 0o600))
  }
  const connection = new DatabaseSync(file)
  try {
    connection.exec(SETTINGS)
  } catch (error) {
    connection.close()
    throw error
  }

  const statements = new Map<string, ReturnType<typeof connection.prepare>>()
  let queue: Job[] = []
  let group: Promise<void> | undefined
  let isClosed = false

  /** Runs a statement; `all` also where one row is expected, because it leaves no statement open. */
  function run<Row>(sql: string, params: readonly Value[] = []): Row[] {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = connection.prepare(sql)
      statements.set(sql, statement)
    }
    return statement.all(...params) as Row[]
  }

  const tx: Queryable = { all: async (sql, params) => run(sql, params) }

  /** What keeps the database from answering becomes one error of the catalogue; a defect of a statement does not. */
  function translate(error: unknown): unknown {
    return OUTAGE.test((error as Error).message)
      ? Object.assign(new StoreUnavailable(), { cause: error })
      : error
  }

  async function commit(jobs: Job[]): Promise<void> {
    const done: (() => void)[] = []
    try {
      run('BEGIN IMMEDIATE')
      for (const { work, resolve, reject } of jobs) {
        run('SAVEPOINT job')
        try {
          const result = await work(tx)
          done.push(() => resolve(result))
        } catch (error) {
          // A full disk, for one, makes SQLite roll back the whole transaction: then the group has failed.
          if (!connection.isTransaction) throw error
          run('ROLLBACK TO job')
          done.push(() => reject(translate(error)))
        }
        run('RELEASE job')
      }
      run('COMMIT')
    } catch (error) {
      for (const { reject } of jobs) reject(translate(error))
      // Where this fails too, the next BEGIN says so to those who wait for it.
      if (connection.isTransaction) await tx.all('ROLLBACK').catch(() => {})
      return
    }
    for (const acknowledge of done) acknowledge()
  }

  async function commitQueued(): Promise<void> {
    await group
    const jobs = queue
    queue = []
    group = commit(jobs)
    await group
    group = undefined
  }

  return {
    dialect: sqliteDialect,
    async all(sql, params) {
      while (group !== undefined) await group
      if (isClosed) throw new StoreUnavailable()
      try {
        return run(sql, params)
      } catch (error) {
        throw translate(error)
      }
    },
    transaction<T>(work: (tx: Queryable) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        if (isClosed) return reject(new StoreUnavailable())
        queue.push({ work, resolve: resolve as (result: unknown) => void, reject })
        if (queue.length === 1) setImmediate(commitQueued)
      })
    },
    async close() {
      if (isClosed) return
      while (queue.length > 0 || group !== undefined) await (group ?? new Promise(setImmediate))
      isClosed = true
      // The driver keeps prepared statements open, so SQLite would leave the journal as it is.
      run('PRAGMA wal_checkpoint(TRUNCATE)')
      connection.close()
    },
  }
}
