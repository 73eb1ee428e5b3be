import type { Tables } from '../database.js'
import { createTables, TABLE_NAMES } from '../sql.js'
import type { Migrated } from '../storage.js'
import { convert } from './convert.js'

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
  const found = version === undefined ? [] : await namesOf(tables)
  const old = OLD_TABLES.filter((name) => found.includes(name))
  await runAll(tables, [
    ...old.map((name) => `ALTER TABLE ${name} RENAME TO ${PREFIX}${name}`),
    ...createTables().map(tables.adapt),
  ])
  return version === undefined ? undefined : convert(tables, new Set(old), PREFIX, version)
}

/** A change of the tables in the transaction of the caller. */
export type Change = (tables: Tables) => Promise<void>

/**
 * Deletes the tables of this version, and gives those of version 2 their names again. What was written since the migration
 * is lost.
 *
 * @throws Error if nothing was migrated
 */
export const undoMigration: Change = async (tables) => {
  const old = await oldTables(tables)
  await runAll(tables, [
    ...TABLE_NAMES.map((name) => `DROP TABLE ${name}`),
    ...old.map((name) => `ALTER TABLE ${PREFIX}${name} RENAME TO ${name}`),
  ])
}

/**
 * Deletes the tables of version 2.
 *
 * @throws Error if nothing was migrated
 */
export const dropOld: Change = async (tables) => {
  const old = await oldTables(tables)
  await runAll(
    tables,
    old.toReversed().map((name) => `DROP TABLE ${PREFIX}${name}`),
  )
}

/** Returns the names that the tables of version 2 had. */
async function oldTables(tables: Tables): Promise<string[]> {
  const found = await namesOf(tables)
  const old = OLD_TABLES.filter((name) => found.includes(PREFIX + name))
  if (old.length === 0) throw new Error('There are no tables from before the migration')
  return old
}

async function namesOf({ all, names }: Tables): Promise<string[]> {
  return (await all<{ name: string }>(names)).map(({ name }) => name)
}

async function runAll({ all }: Tables, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await all(statement)
}
