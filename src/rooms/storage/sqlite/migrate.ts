import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Change, type Mover, migrateTables } from '../migration/migrate.js'
import type { ColumnTypes } from '../schema.js'
import type { Migrated } from '../storage.js'
import type { WaitOptions } from '../wait-for-lock.js'
import { backUp } from './backup.js'
import { applySlice } from './committer.js'
import { createRunner, type RunStatement } from './connection.js'
import { takeSqliteLock } from './lock.js'

/** The suffix of the copy of the file as it was before the migration. */
const BACKUP_SUFFIX = '.before-3'

/** The space that a migration needs: the copy, the new tables, and the log with them. */
const SPACE_FACTOR = 3

const PREFIX = 'before_3_'

const sqliteMover: Mover = {
  tables: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  movedTables: `SELECT substr(name, ${PREFIX.length + 1}) AS name FROM sqlite_schema
    WHERE type = 'table' AND substr(name, 1, ${PREFIX.length}) = '${PREFIX}'`,
  prepare: [],
  away: (table) => `ALTER TABLE ${table} RENAME TO ${PREFIX}${table}`,
  back: (table) => `ALTER TABLE ${PREFIX}${table} RENAME TO ${table}`,
  finish: [],
  drop: (tables) => tables.map((table) => `DROP TABLE ${PREFIX}${table}`),
}

/**
 * Changes the tables of a file that no process serves, and deletes the copy from before the migration.
 *
 * @throws DatabaseInUse, or the error of the change, which has then changed nothing
 */
export async function changeTables(url: string, change: Change, wait: WaitOptions): Promise<void> {
  const file = url.slice('sqlite:'.length)
  const unlock = await takeSqliteLock(file, wait)
  const connection = new DatabaseSync(file)
  try {
    // With foreign keys, SQLite would delete the rows that refer to a table.
    connection.exec('PRAGMA foreign_keys = OFF; BEGIN EXCLUSIVE')
    const run = createRunner(connection)
    await change({ all: async (sql, params) => run(sql, params) }, sqliteMover)
    connection.exec('COMMIT')
    rmSync(file + BACKUP_SUFFIX, { force: true })
  } finally {
    // The driver keeps statements open, and with them a connection that is closed.
    if (connection.isTransaction) connection.exec('ROLLBACK')
    connection.close()
    unlock()
  }
}

/**
 * Copies a file with the tables of version 2, and migrates it in one transaction. If that fails, there is no copy, and the
 * caller must roll back.
 *
 * @throws Error if there is not enough space, or a copy exists already
 */
export async function migrateSqlite(
  file: string,
  connection: DatabaseSyncInstance,
  run: RunStatement,
  types: ColumnTypes,
): Promise<Migrated> {
  const all = async <Row>(...[sql, params]: Parameters<RunStatement>) => run<Row>(sql, params)
  requireSpace(file)
  const backup = file + BACKUP_SUFFIX
  await backUp({ all }, backup)
  try {
    connection.exec('BEGIN EXCLUSIVE')
    const old = (table: string) => PREFIX + table
    const target = { all, old, put: async (slice: Parameters<typeof applySlice>[1]) => applySlice(run, slice) }
    const migrated = await migrateTables(target, sqliteMover, types)
    connection.exec('COMMIT')
    return migrated
  } catch (error) {
    rmSync(backup)
    throw error
  }
}

function requireSpace(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file))
  const log = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0
  const needed = (statSync(file).size + log) * SPACE_FACTOR
  if (bavail * bsize >= needed) return
  const mebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20)
  throw new Error(
    `The migration needs ${mebibytes(needed)} MiB on the disk, and ${mebibytes(bavail * bsize)} MiB are free`,
  )
}
