import { toTimestamp } from '../../../contract/time.js'
import type { Queryable } from '../queryable.js'
import { type ColumnTypes, createTables } from '../schema.js'
import type { Migrated } from '../storage.js'
import { convert, type Target } from './convert.js'
import { OLD_TABLES } from './old-rows.js'

/** The tables of this version. */
const TABLES = ['room', 'board', 'item', 'blob', 'owner', 'schema_version']

/** How a database moves tables away, and back. All statements run in one transaction. */
export interface Mover {
  /** Queries for the names of the tables, and for the old names of those that were moved away, as `name`. */
  tables: string
  movedTables: string
  /** The statements before the tables are moved away. */
  prepare: readonly string[]
  away(table: string): string
  back(table: string): string
  /** The statements after all tables were moved back. */
  finish: readonly string[]
  /** The statements that delete tables which were moved away. */
  drop(tables: readonly string[]): string[]
}

/** Moves the tables of version 2 away, creates those of this version, and converts the rows. */
export async function migrateTables(target: Target, mover: Mover, types: ColumnTypes): Promise<Migrated> {
  const existing = await namesOf(target, mover.tables)
  const tables = OLD_TABLES.filter((table) => existing.has(table))
  for (const statement of [...mover.prepare, ...tables.map(mover.away), ...createTables(types)]) {
    await target.all(statement)
  }
  return convert(target, new Set(tables), toTimestamp(Date.now()))
}

/**
 * Deletes the tables of this version, and moves those of version 2 back. What was written since the migration is lost.
 *
 * @throws Error if there are no moved tables
 */
export const undoMigration: Change = (database, mover) =>
  change(database, mover, (moved) => [
    ...TABLES.map((table) => `DROP TABLE ${table}`),
    ...moved.map(mover.back),
    ...mover.finish,
  ])

/**
 * Deletes the tables of version 2.
 *
 * @throws Error if there are no moved tables
 */
export const dropOld: Change = (database, mover) => change(database, mover, mover.drop)

/** A change of the tables in the transaction of the caller. */
export type Change = (database: Queryable, mover: Mover) => Promise<void>

async function change(database: Queryable, mover: Mover, toStatements: (moved: string[]) => string[]): Promise<void> {
  const moved = await namesOf(database, mover.movedTables)
  if (!moved.has('board')) throw new Error('There are no tables from before the migration')
  for (const statement of toStatements([...moved])) await database.all(statement)
}

async function namesOf({ all }: Queryable, query: string): Promise<Set<string>> {
  return new Set((await all<{ name: string }>(query)).map(({ name }) => name))
}
