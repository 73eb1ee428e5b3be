import type { Query, Value } from './database.js'

/** A row of a table of version 2, as `SELECT *` returns it. */
export type OldRow = Readonly<Record<string, Value | undefined>>

/** The number of rows that are read at a time. */
const BATCH = 500

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

/** Reads the tables of version 2. Earlier versions do not have all of them; a missing table has no rows. */
export interface OldTables {
  /** Runs a statement; `{table}` stands for the name of a table. */
  read(sql: string, ...params: Value[]): Promise<OldRow[]>
  /** Reads the rows of a board, or all rows, in the order of a column, which is unique. */
  rows(table: string, key: string, board?: string): AsyncGenerator<OldRow>
}

/**
 * @param existing the tables that the database had
 * @param prefix what is now before their names
 */
export function createOldTables(all: Query, existing: readonly string[], prefix: string): OldTables {
  async function read(sql: string, ...params: Value[]): Promise<OldRow[]> {
    const [, table = ''] = /\{(\w+)\}/.exec(sql) ?? []
    return existing.includes(table) ? all(sql.replace(`{${table}}`, prefix + table), params) : []
  }

  return {
    read,
    async *rows(table, key, board) {
      const [condition, params] = board === undefined ? ['true', []] : ['board_id = ?', [board]]
      for (let after: Value[] = []; ; ) {
        const next = after.length === 0 ? 'true' : `${key} > ?`
        const sql = `SELECT * FROM {${table}} WHERE ${condition} AND ${next} ORDER BY ${key} LIMIT ${BATCH}`
        const rows = await read(sql, ...params, ...after)
        yield* rows
        if (rows.length < BATCH) return
        after = [rows.at(-1)?.[key] as Value]
      }
    },
  }
}
