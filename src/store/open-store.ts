import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Database } from './database.js'
import { requireTables } from './migrations.js'
import { createOwner, recordOwner } from './owner/owner.js'
import type { WaitOptions } from './owner/wait-for-lock.js'
import type { LockOptions } from './postgres/ownership.js'
import { createSqlStore, prepareDatabase } from './sql/store.js'
import type { BoardQuotas, Store } from './store.js'
import { explaining, isDenied, StoreUnusable, withoutPassword } from './unusable.js'

const SQLITE = 'sqlite:'
const MEMORY = ':memory:'

/**
 * `create` creates and migrates the database. `require` fails unless it exists and is up to date. `read` does so too, and
 * needs only the right to read.
 */
type Preparation = 'create' | 'require' | 'read'

type Open = (url: string, preparation: Preparation, lock?: LockOptions) => Promise<Database>

/** Returns the file of a URL. A relative path stays the same file when the program changes its working directory. */
function sqliteFile(url: string): string {
  const file = url.slice(SQLITE.length)
  return file === MEMORY ? file : resolve(file)
}

const openSqlite: Open = async (url, preparation) => {
  const file = sqliteFile(url)
  requireFile(file, preparation)
  const canWrite = [file, dirname(file)].every((path) => !isDenied(path, ['EACCES', 'EPERM', 'EROFS']))
  return preparation === 'read' && !canWrite ? openToRead(file) : openToWrite(file)
}

function requireFile(file: string, preparation: Preparation): void {
  if (preparation !== 'create' && !existsSync(file)) throw new Error('The file does not exist')
}

const openToWrite = async (file: string) => (await import('./sqlite/database.js')).openSqliteDatabase(file)
const openToRead = async (file: string) => (await import('./sqlite/read-only-database.js')).openReadOnlyDatabase(file)

const openPostgres: Open = async (url, preparation, lock) =>
  preparation === 'read'
    ? (await import('./postgres/reading-database.js')).openReadingPostgres(url)
    : (await import('./postgres/database.js')).openPostgresDatabase(url, lock)

/** The functions that open a database, by URL prefix. Each loads its driver only when it is called. */
const openers: Record<string, Open> = {
  [SQLITE]: openSqlite,
  'postgres:': openPostgres,
  'postgresql:': openPostgres,
}

/** What a store tells the process that opens it. */
export interface StoreEvents extends WaitOptions {
  /**
   * Receives a failure that the operator should know: a thread of the store ended, or a file of the database was deleted
   * or replaced.
   */
  onFailure?: (error: Error) => void
  /** Receives the reason why another process serves the database now. The store refuses all calls from then on. */
  onLost?: (error: Error) => void
}

/**
 * Opens the store that a `DATABASE_URL` names, and serves its database until the store is closed. One process serves a
 * database: while another one does so, this function waits up to 30 seconds.
 *
 * @param url `sqlite:<path>`, `sqlite::memory:` or `postgres://<user>:<password>@<host>:<port>/<database>`
 * @param quotas the quotas of boards; by default boards have none
 * @throws StoreUnusable if the database cannot be opened, another process serves it, or a newer version of the service
 *   wrote it
 */
export async function openStore(url: string, quotas: BoardQuotas = {}, events: StoreEvents = {}): Promise<Store> {
  if (!url.startsWith(SQLITE)) return createSqlStore(await openOwnDatabase(url, 'create', events), quotas)
  const { onFailure = () => {}, onLost = () => {} } = events
  const { openThreadedStore } = await import('./sqlite/threads/threaded-store.js')
  const release = await takeLock(url, events)
  try {
    const store = await openThreadedStore(sqliteFile(url), { quotas, owner: createOwner(), onFailure, onLost })
    return { ...store, close: () => store.close().finally(release) }
  } catch (error) {
    release()
    throw StoreUnusable.because(url, error as Error)
  }
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
 * Opens a database as `openDatabase` does, and serves it until it is closed, as `openStore` does.
 *
 * @throws StoreUnusable, also if another process serves the database
 */
export async function openOwnDatabase(
  url: string,
  preparation: Exclude<Preparation, 'read'>,
  events: StoreEvents = {},
): Promise<Database> {
  const release = await takeLock(url, events, preparation)
  try {
    const database = await openLocked(url, preparation, events)
    return { ...database, close: () => database.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** Takes the lock of a SQLite file, and returns a function that releases it. Other databases have locks of their own. */
async function takeLock(url: string, options: WaitOptions, preparation: Preparation = 'create'): Promise<() => void> {
  if (!url.startsWith(SQLITE) || sqliteFile(url) === MEMORY) return () => {}
  const { takeSqliteLock } = await import('./sqlite/lock.js')
  try {
    requireFile(sqliteFile(url), preparation)
    return await takeSqliteLock(sqliteFile(url), options)
  } catch (error) {
    throw StoreUnusable.because(url, error as Error)
  }
}

/** Opens a database whose lock this process holds, or takes with its session, and records the owner. */
async function openLocked(url: string, preparation: Preparation, events: StoreEvents): Promise<Database> {
  const owner = createOwner()
  const database = await openDatabase(url, preparation, { owner, ...events })
  try {
    await explaining(
      url,
      database.transaction((tx) => recordOwner(tx, owner)),
    )
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the database that a `DATABASE_URL` names, for commands that bypass the store.
 *
 * @param lock for PostgreSQL, whose lock belongs to the session that commits
 * @throws StoreUnusable if the database cannot be opened, or its tables do not fit this version of the service
 */
export async function openDatabase(url: string, preparation: Preparation, lock?: LockOptions): Promise<Database> {
  const open = Object.entries(openers).find(([prefix]) => url.startsWith(prefix))?.[1]
  if (open === undefined) throw new StoreUnusable(`Unsupported database URL: ${withoutPassword(url)}`)
  let database: Database | undefined
  try {
    database = await open(url, preparation, lock)
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
export async function fillDatabase<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  events: StoreEvents = {},
): Promise<T> {
  const release = await takeLock(url, events)
  const file = url.startsWith(SQLITE) ? sqliteFile(url) : undefined
  const isNew = file !== undefined && !existsSync(file)
  try {
    const database = await openLocked(url, 'create', events)
    try {
      return await explaining(url, work(database))
    } finally {
      await database.close()
    }
  } catch (error) {
    if (isNew) (await import('./sqlite/file-identity.js')).removeFiles(file)
    throw error
  } finally {
    release()
  }
}
