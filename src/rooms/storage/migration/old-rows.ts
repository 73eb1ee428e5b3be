import type { Queryable, Value } from '../queryable.js'
import type { Item } from '../storage.js'

/** A row of a table of version 2, as `SELECT *` returns it. */
export type OldRow = Readonly<Record<string, Value | undefined>>

/** An item of the scope to which the row belongs. */
export type Converted = Omit<Item, 'value'> & { value: object }

/** The number of digits of the largest number. */
const DIGITS = String(Number.MAX_SAFE_INTEGER).length

/** Converts the values of columns. */
export const pad = (number: unknown) => String(number).padStart(DIGITS, '0')
export const parse = (text: unknown) => (text === null || text === undefined ? null : JSON.parse(text as string))
export const isTrue = (value: unknown) => Number(value) === 1

/** The tables of version 2, after they were moved away. Earlier versions do not have all of them. */
export const OLD_TABLES = [
  ...['class', 'board', 'run', 'task', 'comment', 'attachment', 'session', 'refresh_token', 'journal', 'exchange'],
  ...['response', 'claim', 'fault_count', 'solved_challenge', 'defect_effect', 'owner', 'schema_version'],
] as const

/** The number of rows that are read at a time. */
const BATCH = 500

/** What a migration reads and writes, within one transaction. */
export interface MigrationDatabase extends Queryable {
  /** Returns the name of a table after it was moved away. */
  old(table: string): string
}

/** Reads the tables of version 2. */
export interface OldTables {
  has(table: string): boolean
  /** Reads all rows of a table in the order of its key, which has one column. */
  all(table: string): AsyncGenerator<OldRow>
  /** Reads the rows of a board in the order of a column, which is unique on the board. */
  of(table: string, board: string, key: string): AsyncGenerator<OldRow>
  /** Runs a statement; `{table}` stands for the name of a moved table. */
  read(sql: string, params: readonly Value[]): Promise<OldRow[]>
}

/** @param existing the tables that the database had */
export function createOldTables(database: MigrationDatabase, existing: ReadonlySet<string>): OldTables {
  const read = (sql: string, params: readonly Value[]) =>
    database.all<OldRow>(
      sql.replace(/\{(\w+)\}/g, (_, table) => database.old(table)),
      params,
    )

  async function* batches(table: string, key: string, condition: string, params: Value[]): AsyncGenerator<OldRow> {
    if (!existing.has(table)) return
    let after: Value | undefined
    for (;;) {
      const rest = after === undefined ? '' : ` AND ${key} > ?`
      const sql = `SELECT * FROM {${table}} WHERE ${condition}${rest} ORDER BY ${key} LIMIT ${BATCH}`
      const rows = await read(sql, after === undefined ? params : [...params, after])
      yield* rows
      if (rows.length < BATCH) return
      after = rows.at(-1)?.[key] as Value
    }
  }

  return {
    read,
    has: (table) => existing.has(table),
    all: (table) => batches(table, 'id', '1 = 1', []),
    of: (table, board, key) => batches(table, key, 'board_id = ?', [board]),
  }
}
