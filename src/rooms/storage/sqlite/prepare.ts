import { accessSync, constants, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { prepareTables } from '../old-tables.js'
import { readVersion, SCHEMA_VERSION } from '../sql.js'
import type { StorageEvents } from '../storage.js'
import { type Connection, checkFile, connect, toTables } from './connection.js'
import { COPY_SUFFIX, createFile } from './files.js'
import { backUp } from './read-only.js'

/** The space that a migration needs: the copy, the new tables, and the log with them. */
const SPACE_FACTOR = 3

/**
 * Opens a file, and creates or migrates its tables. A missing file is created with its folder. If the migration fails,
 * there is no copy, and the file is as it was.
 *
 * @returns a connection that has read, so that the files of the database exist
 * @throws Error if the file is damaged, belongs to another application or version, or cannot be opened
 */
export async function prepareFile(file: string, onMigrated: StorageEvents['onMigrated']): Promise<Connection> {
  createFile(file)
  // SQLite does not tell why it cannot open a file, and opens a file that is only readable.
  accessSync(file, constants.R_OK | constants.W_OK)
  const connection = connect(file)
  let copy: string | undefined
  try {
    checkFile(connection, file)
    connection.all('PRAGMA journal_mode = WAL')
    const tables = toTables(connection)
    const version = await readVersion(tables)
    if (version === SCHEMA_VERSION) return connection
    if (version !== undefined) copy = copyBeforeMigration(connection, file)
    connection.exec('BEGIN EXCLUSIVE')
    const migrated = await prepareTables(tables, version)
    connection.exec('COMMIT')
    if (migrated !== undefined) onMigrated(migrated)
    return connection
  } catch (error) {
    connection.close()
    if (copy !== undefined) rmSync(copy)
    throw error
  }
}

/** @throws Error if there is not enough space, or the copy cannot be written */
function copyBeforeMigration(connection: Connection, file: string): string {
  const { bavail, bsize } = statfsSync(dirname(file))
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const [needed, free] = [(statSync(file).size + log) * SPACE_FACTOR, bavail * bsize]
  const mebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20)
  if (free < needed) {
    throw new Error(`The migration needs ${mebibytes(needed)} MiB on the disk, and ${mebibytes(free)} MiB are free`)
  }
  const copy = file + COPY_SUFFIX
  // A migration that was killed can have left a copy. The database has changed since.
  rmSync(copy, { force: true })
  backUp(connection, copy)
  return copy
}
