/** The parts of the storage that the `database` commands use. */
export { openStore } from '../rooms/open-store.js'
export { copyStorage } from '../rooms/storage/copy.js'
export { DatabaseInUse } from '../rooms/storage/lock.js'
export { type Change, dropOld, undoMigration } from '../rooms/storage/old-tables.js'
export { changeTables, describeMigration, isSqlite, openReads, openStorage } from '../rooms/storage/open-storage.js'
export { requireFile, withNewFile } from '../rooms/storage/sqlite/files.js'
export type { Storage } from '../rooms/storage/storage.js'
export { explain, explaining, StoreUnusable, withoutPassword } from '../rooms/storage/unusable.js'

/**
 * Backs up a SQLite database. Only this loads the driver.
 *
 * @param url the URL of the database
 * @param to the file to create
 */
export async function backUpSqlite(url: string, to: string): Promise<void> {
  const { backUpSqlite } = await import('../rooms/storage/sqlite/read-only.js')
  await backUpSqlite(url, to)
}
