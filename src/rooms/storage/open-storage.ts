import { counted } from '../../contract/numbers.js'
import { createStorage } from './create-storage.js'
import type { Database, Source } from './database.js'
import { createOwner, type WaitOptions } from './lock.js'
import type { Change } from './old-tables.js'
import { createReads } from './reads.js'
import { readNames, readVersion, SCHEMA_VERSION } from './sql.js'
import { removeCopy } from './sqlite/files.js'
import type { Migrated, Reads, Storage, StorageEvents } from './storage.js'
import { opening } from './unusable.js'

/** Whether a `DATABASE_URL` names a database of SQLite. Each driver is loaded only if it is used. */
export function isSqlite(url: string): boolean {
  if (!/^(sqlite|postgres|postgresql):/.test(url)) throw new Error('Unsupported database URL')
  return url.startsWith('sqlite:')
}

/**
 * Opens the storage that a `DATABASE_URL` names, and serves its database until the storage is closed. One process serves a
 * database: while another one does so, this function waits up to 30 seconds.
 *
 * @param url `sqlite:<path>`, `sqlite::memory:` or `postgres://<user>:<password>@<host>:<port>/<database>`
 * @throws StoreUnusable if the database cannot be opened, another process serves it, or another version of the service
 *   wrote it
 */
export async function openStorage(url: string, events: StorageEvents, wait: WaitOptions = {}): Promise<Storage> {
  return opening(url, async () => createStorage(await openDatabase(url, events, wait)))
}

/**
 * Opens a database as the source of a copy, also one that a service uses or that this process cannot write. Nothing is
 * changed, and all reads are of one moment.
 *
 * @throws StoreUnusable if the database cannot be read, or has the tables of an earlier version
 */
export async function openReads(url: string): Promise<Reads & { close(): Promise<void> }> {
  return opening(url, async () => {
    const source = await openSource(url)
    try {
      if ((await readVersion(source)) !== SCHEMA_VERSION) {
        throw new Error("It does not have the tables of this version: upgrade it with 'database migrate'")
      }
    } catch (error) {
      await source.close()
      throw error
    }
    const reads = createReads((sql, params) => opening(url, () => source.all<never>(sql, params)))
    return { ...reads, close: source.close }
  })
}

/** Returns a message to the operator. */
export function describeMigration({ rooms, boards, items }: Migrated): string {
  return `Upgraded the tables of version 2: ${counted(boards, 'board')} in ${counted(rooms, 'room')}, ${counted(items, 'row')}. The recorded requests stayed behind in the old tables, which 'database undo-migration' brings back and 'database drop-old' deletes`
}

/**
 * Changes the tables of the database that a `DATABASE_URL` names: `undoMigration`, or `dropOld`. If that fails, nothing is
 * changed.
 *
 * @throws StoreUnusable if nothing was migrated, or a process serves the database
 */
export async function changeTables(url: string, change: Change, wait: WaitOptions = {}): Promise<void> {
  await opening(url, async () => {
    const source = await openSource(url)
    const names = await readNames(source).finally(source.close)
    const steps = change(names).map((sql) => ({ sql, params: [] }))
    const database = await openDatabase(url, NO_EVENTS, wait)
    await database.write(steps).finally(database.close)
    removeCopy(url)
  })
}

const NO_EVENTS: StorageEvents = { onForget() {}, onLost() {}, onFailure() {}, onMigrated() {} }

async function openDatabase(url: string, events: StorageEvents, wait: WaitOptions): Promise<Database> {
  const driver = await (isSqlite(url) ? import('./sqlite/open.js') : import('./postgres/open.js'))
  return driver.openDatabase(url, { owner: createOwner(), events, wait })
}

async function openSource(url: string): Promise<Source> {
  const driver = await (isSqlite(url) ? import('./sqlite/read-only.js') : import('./postgres/open.js'))
  return driver.openSource(url)
}
