import { createStorage } from './create-storage.js'
import { createOwner, type WaitOptions } from './lock.js'
import type { Change } from './migration/tables.js'
import { createReads } from './reads.js'
import { readVersion, SCHEMA_VERSION } from './sql.js'
import { type Migrated, type Reads, type Storage, type StorageEvents, unavailable } from './storage.js'
import { StoreUnusable } from './unusable.js'

const isSqlite = (url: string) => url.startsWith('sqlite:')

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
    const { openDatabase } = await (isSqlite(url) ? import('./sqlite/open.js') : import('./postgres/open.js'))
    return createStorage(await openDatabase(url, { owner: createOwner(), events, wait }))
  })
}

/**
 * Opens a database as the source of a copy, also one that a service uses or that this process cannot write. Nothing is
 * changed, and all reads are of one moment.
 *
 * @throws StoreUnusable if the database cannot be read, or has the tables of an earlier version
 */
export async function openReads(url: string): Promise<Reads & { close(): Promise<void> }> {
  return explaining(url, async () => {
    const database = await (isSqlite(url) ? import('./sqlite/read-only.js') : import('./postgres/tables.js'))
    const { all, names, close } = await database.openSource(url)
    try {
      if ((await readVersion({ all, names })) !== SCHEMA_VERSION) {
        throw new Error("It does not have the tables of this version: upgrade it with 'database migrate'")
      }
    } catch (error) {
      await close()
      throw error
    }
    const reads = createReads((sql, params) =>
      all<never>(sql, params).catch((error) => {
        throw unavailable(error)
      }),
    )
    return { ...reads, close }
  })
}

/** Returns a message to the operator. */
export function describeMigration({ rooms, boards, items }: Migrated): string {
  return `Upgraded the tables of version 2: ${boards} boards in ${rooms} rooms, ${items} rows. The recorded requests stayed behind in the old tables, which 'database undo-migration' brings back and 'database drop-old' deletes`
}

/**
 * Changes the tables of the database that a `DATABASE_URL` names: `undoMigration`, or `dropOld`. If that fails, nothing is
 * changed.
 *
 * @throws StoreUnusable if nothing was migrated, or a process serves the database
 */
export async function changeTables(url: string, change: Change, wait: WaitOptions = {}): Promise<void> {
  await explaining(url, async () => {
    const database = await (isSqlite(url) ? import('./sqlite/tables.js') : import('./postgres/tables.js'))
    const tables = await database.openTables(url, wait)
    try {
      await change(tables)
      await tables.commit()
    } finally {
      await tables.close()
    }
  })
}

/** @throws StoreUnusable that names the database */
async function explaining<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    if (!isSqlite(url) && !/^postgres(ql)?:/.test(url)) throw new Error('Unsupported database URL')
    return await work()
  } catch (error) {
    throw StoreUnusable.because(url, error as Error)
  }
}
