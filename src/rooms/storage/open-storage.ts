import { createStorage } from './create-storage.js'
import type { Change } from './migration/migrate.js'
import { createOwner } from './owner.js'
import type { Migrated, Storage, StorageEvents } from './storage.js'
import { StoreUnusable } from './unusable.js'
import type { WaitOptions } from './wait-for-lock.js'

/** The forms of a `DATABASE_URL`. */
const SQLITE = /^sqlite:/
const POSTGRES = /^postgres(ql)?:/

/**
 * Opens the storage that a `DATABASE_URL` names, and serves its database until the storage is closed. One process serves a
 * database: while another one does so, this function waits up to 30 seconds.
 *
 * @param url `sqlite:<path>`, `sqlite::memory:` or `postgres://<user>:<password>@<host>:<port>/<database>`
 * @throws StoreUnusable if the database cannot be opened, another process serves it, or another version of the service
 *   wrote it
 */
export async function openStorage(url: string, events: StorageEvents, wait: WaitOptions = {}): Promise<Storage> {
  return explaining(url, async () => {
    // Each driver is loaded only if it is used.
    const { openEngine } = await (isSqlite(url) ? import('./sqlite/open.js') : import('./postgres/open.js'))
    return createStorage(await openEngine(url, createOwner(), events, wait))
  })
}

/** Returns a message to the operator. */
export function describeMigration({ rooms, boards, items }: Migrated): string {
  return `Upgraded the tables of version 2: ${boards} boards in ${rooms} rooms, ${items} rows. The recorded requests stayed behind in the old tables, which 'database undo-migration' brings back and 'database drop-old' deletes`
}

/**
 * Changes the tables of the database that a `DATABASE_URL` names: `undoMigration`, or `dropOld`.
 *
 * @throws StoreUnusable if nothing was migrated, or a process serves the database
 */
export async function changeTables(url: string, change: Change, wait: WaitOptions = {}): Promise<void> {
  await explaining(url, async () => {
    const tables = await (isSqlite(url) ? import('./sqlite/migrate.js') : import('./postgres/migrate.js'))
    await tables.changeTables(url, change, wait)
  })
}

function isSqlite(url: string): boolean {
  if (!SQLITE.test(url) && !POSTGRES.test(url)) throw new Error('Unsupported database URL')
  return SQLITE.test(url)
}

/** @throws StoreUnusable that names the database */
async function explaining<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw StoreUnusable.because(url, error as Error)
  }
}
