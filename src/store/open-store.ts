import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Database } from './database.js'
import { requireTables } from './migrations.js'
import { createOwner, recordOwner } from './owner/owner.js'
import type { WaitOptions } from './owner/wait-for-lock.js'
import type { LockOptions } from './postgres/ownership.js'
import { createSqlStore, prepareDatabase } from './sql/store.js'
import type { BoardQuotas, Store } from './store.js'
import { isDenied, StoreUnusable, withoutPassword } from './unusable.js'

const SQLITE = 'sqlite:'
const MEMORY = ':memory:'

/**
 * `create` creates and migrates the database. `require` fails unless it exists and is up to date. `read` does so too, and
 * needs only the right to read.
 */
type Preparation = 'create' | 'require' | 'read'

/** Returns the file of a URL. A relative path stays the same file when the program changes its working directory. */
function sqliteFile(url: string): string {
  const file = url.slice(SQLITE.length)
  return file === MEMORY ? file : resolve(file)
}

function requireFile(file: string, preparation: Preparation): void {
  if (preparation !== 'create' && !existsSync(file)) throw new Error('The file does not exist')
}

/** Opens a database. Loads its driver only now. */
async function open(url: string, preparation: Preparation, lock?: LockOptions): Promise<Database> {
  if (/^postgres(ql)?:/.test(url)) return (await import('./postgres/database.js')).openPostgresDatabase(url, lock)
  if (!url.startsWith(SQLITE)) throw new StoreUnusable(`Unsupported database URL: ${withoutPassword(url)}`)
  const file = sqliteFile(url)
  requireFile(file, preparation)
  const isReadOnly = [file, dirname(file)].some((path) => isDenied(path, ['EACCES', 'EPERM', 'EROFS']))
  const reads = preparation === 'read' && isReadOnly
  if (reads) return (await import('./sqlite/read-only-database.js')).openReadOnlyDatabase(file)
  return (await import('./sqlite/database.js')).openSqliteDatabase(file)
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
  const options = { quotas, owner: createOwner(), onFailure, onLost }
  return withLock(url, events, 'create', async (release) =>
    closing(await openThreadedStore(sqliteFile(url), options), release),
  )
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
  return withLock(url, events, preparation, async (release) =>
    closing(await openDatabase(url, preparation, { owner: createOwner(), ...events }), release),
  )
}

/** Returns a store or database that releases the lock when it is closed. */
function closing<Opened extends { close(): Promise<void> }>(opened: Opened, release: () => void): Opened {
  return { ...opened, close: () => opened.close().finally(release) }
}

/**
 * Takes the lock of a SQLite file for some work, which releases it. Other databases have locks of their own.
 *
 * @throws StoreUnusable if this or the work fails
 */
async function withLock<T>(
  url: string,
  options: WaitOptions,
  preparation: Preparation,
  work: (release: () => void) => Promise<T>,
): Promise<T> {
  let release = () => {}
  try {
    if (url.startsWith(SQLITE) && sqliteFile(url) !== MEMORY) {
      requireFile(sqliteFile(url), preparation)
      release = await (await import('./sqlite/lock.js')).takeSqliteLock(sqliteFile(url), options)
    }
    return await work(release)
  } catch (error) {
    release()
    throw StoreUnusable.because(url, error as Error)
  }
}

/**
 * Opens the database that a `DATABASE_URL` names, for commands that bypass the store.
 *
 * @param lock the owner to record. The lock of PostgreSQL belongs to the session that commits; that of SQLite is taken before.
 * @throws StoreUnusable if the database cannot be opened, or its tables do not fit this version of the service
 */
export async function openDatabase(url: string, preparation: Preparation, lock?: LockOptions): Promise<Database> {
  let database: Database | undefined
  try {
    database = await open(url, preparation, lock)
    await (preparation === 'create' ? prepareDatabase : requireTables)(database)
    if (lock !== undefined) {
      await database.transaction((tx) => recordOwner(tx, lock.owner))
      lock.isRecorded = true
    }
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
 * @throws StoreUnusable
 */
export async function fillDatabase<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  events: StoreEvents = {},
): Promise<T> {
  return withLock(url, events, 'create', async (release) => {
    const file = url.startsWith(SQLITE) ? sqliteFile(url) : undefined
    const isNew = file !== undefined && !existsSync(file)
    try {
      const database = await openDatabase(url, 'create', { owner: createOwner(), ...events })
      return await work(database).finally(() => database.close())
    } catch (error) {
      if (isNew) (await import('./sqlite/file-identity.js')).removeFiles(file)
      throw error
    } finally {
      release()
    }
  })
}
