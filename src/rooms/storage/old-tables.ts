import { convert } from './convert.js'
import type { Tables } from './database.js'
import { CREATE_TABLES, readNames, TABLE_NAMES } from './sql.js'
import type { Migrated } from './storage.js'

/** The tables of version 2. Those that refer to others come later. Earlier versions do not have all of them. */
const OLD_TABLES = [
  ...['class', 'board', 'run', 'task', 'comment', 'attachment', 'session', 'refresh_token', 'journal', 'exchange'],
  ...['response', 'claim', 'fault_count', 'solved_challenge', 'defect_effect', 'owner', 'schema_version'],
]

/** What is before the names of the tables of version 2 after the migration. */
const PREFIX = 'before_3_'

/**
 * Creates the tables in an empty database. In one of version 2, its tables get other names and stay as they are, so that an
 * old process can no longer write, and their rows are converted.
 *
 * @param version that of the tables; `undefined` in an empty database
 * @returns what was migrated, if anything
 */
export async function prepareTables(tables: Tables, version: number | undefined): Promise<Migrated | undefined> {
  const found = version === undefined ? [] : await readNames(tables)
  const old = OLD_TABLES.filter((name) => found.includes(name))
  for (const name of old) await tables.all(`ALTER TABLE ${name} RENAME TO ${PREFIX}${name}`)
  for (const statement of CREATE_TABLES) await tables.all(tables.adapt(statement))
  return version === undefined ? undefined : convert(tables, old, PREFIX, version)
}

/**
 * Returns the statements of a change, which run in one transaction.
 *
 * @param names those of all tables
 * @throws Error if nothing was migrated
 */
export type Change = (names: readonly string[]) => string[]

/**
 * Deletes the tables of this version, and gives those of version 2 their names again. What was written since the migration
 * is lost.
 */
export const undoMigration: Change = (names) => [
  ...TABLE_NAMES.map((name) => `DROP TABLE ${name}`),
  ...oldTables(names).map((name) => `ALTER TABLE ${PREFIX}${name} RENAME TO ${name}`),
]

/** Deletes the tables of version 2. */
export const dropOld: Change = (names) =>
  oldTables(names)
    .toReversed()
    .map((name) => `DROP TABLE ${PREFIX}${name}`)

/** Returns the names that the tables of version 2 had. */
function oldTables(names: readonly string[]): string[] {
  const old = OLD_TABLES.filter((name) => names.includes(PREFIX + name))
  if (old.length === 0) throw new Error('There are no tables from before the migration')
  return old
}
