import type { Query, Value } from '../database.js'

/** A row of a table of version 2, as `SELECT *` returns it. */
export type OldRow = Readonly<Record<string, Value | undefined>>

/** An item of the scope to which the row belongs. */
export type Converted = readonly [kind: string, id: string, value: object]

/** The number of digits of the largest number. */
const DIGITS = String(Number.MAX_SAFE_INTEGER).length

/** The number of rows that are read at a time. */
const BATCH = 500

export const pad = (number: unknown) => String(number).padStart(DIGITS, '0')
export const parse = (text: unknown) => (text === null || text === undefined ? null : JSON.parse(text as string))
export const isTrue = (value: unknown) => Number(value) === 1

/** Returns columns of a row under the names of properties. */
export function pick(row: OldRow, ...columns: string[]): Record<string, Value> {
  const toName = (column: string) => column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  return Object.fromEntries(columns.map((column) => [toName(column), row[column] ?? null]))
}

/** Returns the rows with each value of a column. */
export function groupBy<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Map<Row[Name], Row[]> {
  const groups = new Map<Row[Name], Row[]>()
  for (const row of rows) groups.set(row[name], [...(groups.get(row[name]) ?? []), row])
  return groups
}

/** Reads the tables of version 2. */
export interface OldTables {
  has(table: string): boolean
  /** Runs a statement; `{table}` stands for the name of a table. */
  read(sql: string, ...params: Value[]): Promise<OldRow[]>
  /** Reads the rows of a board, or all rows, in the order of a column, which is unique. A missing table has no rows. */
  rows(table: string, key: string, board?: Value): AsyncGenerator<OldRow>
}

/**
 * @param existing the tables that the database had
 * @param prefix what is now before their names
 */
export function createOldTables(all: Query, existing: ReadonlySet<string>, prefix: string): OldTables {
  const read = (sql: string, ...params: Value[]) => all<OldRow>(sql.replace(/\{(\w+)\}/g, `${prefix}$1`), params)

  return {
    has: (table) => existing.has(table),
    read,
    async *rows(table, key, board) {
      if (!existing.has(table)) return
      const conditions = board === undefined ? [] : ['board_id = ?']
      const params = board === undefined ? [] : [board]
      for (let after: Value[] = []; ; ) {
        const where = [...conditions, ...after.map(() => `${key} > ?`)].join(' AND ')
        const sql = `SELECT * FROM {${table}} WHERE ${where || 'true'} ORDER BY ${key} LIMIT ${BATCH}`
        const rows = await read(sql, ...params, ...after)
        yield* rows
        if (rows.length < BATCH) return
        after = [rows.at(-1)?.[key] as Value]
      }
    },
  }
}
