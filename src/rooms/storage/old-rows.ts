import type { Query, Value } from './database.js'

/** A row of a table of version 2, as `SELECT *` returns it. */
export type OldRow = Readonly<Record<string, Value | undefined>>

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

/** Runs a statement; `{table}` stands for the name of a table of version 2. */
export type ReadOld = (sql: string, ...params: Value[]) => Promise<OldRow[]>

/**
 * Creates what reads the tables of version 2. Earlier versions do not have all of them; a missing table has no rows.
 *
 * @param existing the tables that the database had
 * @param prefix what is now before their names
 */
export function createReadOld(all: Query, existing: readonly string[], prefix: string): ReadOld {
  return async (sql, ...params) => {
    const [, table = ''] = /\{(\w+)\}/.exec(sql) ?? []
    return existing.includes(table) ? all(sql.replace(`{${table}}`, prefix + table), params) : []
  }
}
