import { accessSync, constants, existsSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { requireMigratable } from '../migration/convert.js'
import { type ColumnTypes, prepareTables } from '../schema.js'
import type { Migrated } from '../storage.js'
import { checkIntegrity, requireOwnTables } from './check-file.js'
import { createRunner, openReader, type Reader } from './connection.js'
import { createFile } from './create-file.js'
import { identify } from './file-identity.js'
import { migrateSqlite } from './migrate.js'
import { requireMountedFolder } from './mounted-file.js'

/** The maximum time in milliseconds that a statement waits for the lock of another program. Reads wait in rare cases. */
export const BUSY_TIMEOUT = 5000
const READ_TIMEOUT = 10

/**
 * The settings of the connection that writes. Negative cache sizes are in KiB. A log that has become large is truncated.
 */
export const WRITER_SETTINGS = `
  PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864`

const TYPES: ColumnTypes = { text: 'TEXT', integer: 'INTEGER', bytes: 'BLOB', clustered: 'WITHOUT ROWID' }

/** A database that is ready, and the connection that reads it. */
export interface OpenFile {
  reader: Reader
  /** The identity of its files. */
  identity: string
}

/**
 * Opens a SQLite file for reading. A missing file is created with its folder, an empty one gets the tables, and that of an
 * earlier version is migrated.
 *
 * @throws Error if the file is damaged, belongs to another application or version, or cannot be opened
 */
export async function openFile(file: string, onMigrated: (migrated: Migrated) => void): Promise<OpenFile> {
  requireMountedFolder(file)
  // SQLite does not tell why it cannot open a file, and opens a file that is only readable.
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
  const connection = existsSync(file) ? new DatabaseSync(file) : createFile(file)
  const run = createRunner(connection)
  try {
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
    requireOwnTables(run)
    run('PRAGMA journal_mode = WAL')
    checkIntegrity(run, file)
    const hasTables = run("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").length > 0
    if (!hasTables) connection.exec('BEGIN IMMEDIATE')
    await prepareTables({ all: async (sql, params) => run(sql, params) }, TYPES, hasTables, async (version) => {
      requireMigratable(version)
      onMigrated(await migrateSqlite(file, connection, run, TYPES))
    })
    if (!hasTables) connection.exec('COMMIT')
    const identity = identify(file, run)
    return { reader: openReader(file, { busyTimeout: READ_TIMEOUT, identity }), identity }
  } finally {
    // The driver keeps statements open, and with them a connection that is closed.
    if (connection.isTransaction) connection.exec('ROLLBACK')
    connection.close()
  }
}
