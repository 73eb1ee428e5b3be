import type { Queryable, Value } from '../database.js'

/** The values of a row by column. */
export type Row = Record<string, Value>

/** The number of rows that one statement writes by default. */
const BATCH = 100

/** Inserts rows that have the same columns. */
export async function insertRows(
  queryable: Queryable,
  table: string,
  rows: readonly Row[],
  size = BATCH,
): Promise<void> {
  for (let start = 0; start < rows.length; start += size) {
    const batch = rows.slice(start, start + size)
    const columns = Object.keys(batch[0] as Row)
    const places = `(${columns.map(() => '?').join(', ')})`
    const values: Value[] = []
    for (const row of batch) for (const column of columns) values.push(row[column] as Value)
    await queryable.all(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${batch.map(() => places).join(', ')}`,
      values,
    )
  }
}
