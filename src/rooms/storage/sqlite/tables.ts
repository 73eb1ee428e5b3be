import { accessSync, constants, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Tables } from '../database.js'
import { prepareTables } from '../migration/tables.js'
import { readVersion, SCHEMA_VERSION } from '../sql.js'
import type { StorageEvents } from '../storage.js'
import { backUp } from './backup.js'
import { putSlice } from './committer.js'
import { type Connection, checkFile, connect, NAMES } from './connection.js'
import { COPY_SUFFIX, createFile } from './files.js'

/** The space that a migration needs: the copy, the new tables, and the log with them. */
const SPACE_FACTOR = 3

/** Returns the tables over a connection. */
export function toTables(connection: Connection): Tables {
  return {
    all: async (sql, params) => connection.all(sql, params),
    async put(slice) {
      putSlice(connection, slice)
    },
    names: NAMES,
    adapt: (sql) => sql,
  }
}

/**
 * Opens a file, and creates or migrates its tables. A missing file is created with its folder. If the migration fails,
 * there is no copy, and the file is as it was.
 *
 * @returns a connection that has read, so that the files of the database exist
 * @throws Error if the file is damaged, belongs to another application or version, or cannot be opened
 */
export async function prepareFile(file: string, onMigrated: StorageEvents['onMigrated']): Promise<Connection> {
  // SQLite does not tell why it cannot open a file, and opens a file that is only readable.
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
  const connection = existsSync(file) ? connect(file) : createFile(file, connect)
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
  // A migration that was killed can have left a copy. The database has changed since.
  rmSync(file + COPY_SUFFIX, { force: true })
  backUp(connection, file + COPY_SUFFIX)
  return file + COPY_SUFFIX
}
