import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StoreUnavailable } from '../contract/errors.js'
import type { Database } from './database.js'
import { requireTables } from './migrations.js'
import { createSqlStore, prepareDatabase } from './sql/store.js'
import type { BoardQuotas, Store } from './store.js'

const SQLITE = 'sqlite:'

/**
 * `create` creates and migrates the database. `require` fails unless it exists and is up to date. `read` does so too, and
 * needs only the right to read.
 */
type Preparation = 'create' | 'require' | 'read'

type Open = (url: string, preparation: Preparation) => Promise<Database>

/** Returns the file of a URL. A relative path stays the same file when the program changes its working directory. */
function sqliteFile(url: string): string {
  const file = url.slice(SQLITE.length)
  return file === ':memory:' ? file : resolve(file)
}

const openSqlite: Open = async (url, preparation) => {
  const file = sqliteFile(url)
  if (preparation !== 'create' && !existsSync(file)) throw new Error('The file does not exist')
  const canWrite = [file, dirname(file)].every((path) => !isDenied(path, ['EACCES', 'EPERM', 'EROFS']))
  return preparation === 'read' && !canWrite ? openToRead(file) : openToWrite(file)
}

const openToWrite = async (file: string) => (await import('./sqlite/database.js')).openSqliteDatabase(file)
const openToRead = async (file: string) => (await import('./sqlite/read-only-database.js')).openReadOnlyDatabase(file)

const openPostgres: Open = async (url) => (await import('./postgres/database.js')).openPostgresDatabase(url)

/** The functions that open a database, by URL prefix. Each loads its driver only when it is called. */
const openers: Record<string, Open> = {
  [SQLITE]: openSqlite,
  'postgres:': openPostgres,
  'postgresql:': openPostgres,
}

/** A database cannot be used. The message states the reason in one line. */
export class StoreUnusable extends Error {
  /** Creates the error for a database that fails with `cause`. The message shows the URL without its password. */
  static because(url: string, cause: Error): StoreUnusable {
    const reason = explain(cause) + explainAccess(url)
    return new StoreUnusable(`Cannot use the database ${withoutPassword(url)}: ${reason}`, { cause })
  }
}

/** Hints for operators by SQLSTATE (PostgreSQL, appendix A). */
const HINTS: Readonly<Record<string, string>> = {
  // Insufficient privilege.
  '42501':
    "; create the tables with another role by 'task-board-service migrate', and grant this role SELECT, INSERT, UPDATE and DELETE on them",
  // Duplicate prepared statement.
  '42P05':
    '; a pooler such as PgBouncer shares connections between transactions: use its session mode, with ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
}

/**
 * Opens the store that a `DATABASE_URL` names.
 *
 * @param url `sqlite:<path>`, `sqlite::memory:` or `postgres://<user>:<password>@<host>:<port>/<database>`
 * @param quotas the quotas of boards; by default boards have none
 * @param onFailure receives a failure that the operator should know: a thread of the store ended, or a file of the
 *   database was deleted or replaced
 * @throws StoreUnusable if the database cannot be opened, or a newer version of the service wrote it
 */
export async function openStore(
  url: string,
  quotas: BoardQuotas = {},
  onFailure: (error: Error) => void = () => {},
): Promise<Store> {
  if (!url.startsWith(SQLITE)) return createSqlStore(await openDatabase(url, 'create'), quotas)
  const { openThreadedStore } = await import('./sqlite/threads/threaded-store.js')
  return openThreadedStore(sqliteFile(url), { quotas, onFailure }).catch((error) => {
    throw StoreUnusable.because(url, error)
  })
}

/** Returns a store that several applications share. The last one that closes it closes the database. */
export function shareStore(store: Store, applications: number): Store {
  let open = applications
  return {
    ...store,
    async close() {
      open--
      if (open === 0) await store.close()
    },
  }
}

/**
 * Opens the database that a `DATABASE_URL` names, for commands that bypass the store.
 *
 * @throws StoreUnusable if the database cannot be opened, or its tables do not fit this version of the service
 */
export async function openDatabase(url: string, preparation: Preparation): Promise<Database> {
  const open = Object.entries(openers).find(([prefix]) => url.startsWith(prefix))?.[1]
  if (open === undefined) throw new StoreUnusable(`Unsupported database URL: ${withoutPassword(url)}`)
  let database: Database | undefined
  try {
    database = await open(url, preparation)
    await (preparation === 'create' ? prepareDatabase : requireTables)(database)
    return database
  } catch (error) {
    await database?.close()
    throw StoreUnusable.because(url, error as Error)
  }
}

/**
 * Fills a database, which is created if it does not exist. If that fails, a SQLite database that did not exist is
 * removed: on a full disk, it takes space.
 *
 * @throws StoreUnusable, or the error of `work`
 */
export async function fillDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const file = url.startsWith(SQLITE) ? sqliteFile(url) : undefined
  const isNew = file !== undefined && !existsSync(file)
  try {
    const database = await openDatabase(url, 'create')
    try {
      return await explaining(url, work(database))
    } finally {
      await database.close()
    }
  } catch (error) {
    if (isNew) (await import('./sqlite/file-identity.js')).removeFiles(file)
    throw error
  }
}

/**
 * Returns the result of work with a database. If the database fails meanwhile, the error names it.
 *
 * @param url its `DATABASE_URL`
 * @throws StoreUnusable
 */
export async function explaining<T>(url: string, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof StoreUnavailable ? StoreUnusable.because(url, error) : error
  })
}

/** Returns the reason of a database error in one line. */
export function explain(error: Error): string {
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException
  // The message is empty if connecting to several addresses of one host failed.
  return (message || String(code)) + (HINTS[String(code)] ?? '')
}

/**
 * Returns a hint if the user of this process lacks the permission to write a SQLite database, which is usual for mounted
 * folders in containers. The error of SQLite does not state this.
 */
function explainAccess(url: string): string {
  const uid = process.getuid?.()
  if (uid === undefined || !url.startsWith(SQLITE)) return ''
  const file = resolve(url.slice(SQLITE.length))
  let folder = dirname(file)
  while (!existsSync(folder)) folder = dirname(folder)
  const denied = [folder, file, `${file}-wal`, `${file}-shm`].find((path) => isDenied(path))
  const advice = `; the user of this process (uid ${uid}) may not write to ${denied}: give it the folder (chown -R ${uid} ${folder})`
  return denied === undefined ? '' : advice
}

function isDenied(path: string, reasons: readonly string[] = ['EACCES']): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return false
  } catch (error) {
    return reasons.includes(String((error as NodeJS.ErrnoException).code))
  }
}

/** Returns a `DATABASE_URL` with its password masked. */
export function withoutPassword(url: string): string {
  // Match up to the last @, because a password may contain an @ that is not percent-encoded.
  return url.replace(/^(\w+:(?:\/\/)?[^/?#:@]*):.*@/s, '$1:***@').replace(/([?&]password=)[^&#]*/gi, '$1***')
}
