import type { Queryable, Value } from '../database.js'

/** The columns of a row, by name. */
export type Row = Record<string, Value>

/** The rows that one statement writes, unless they are large. */
const ROWS = 100

/** Writes rows of the same columns. */
export async function insertRows(
  queryable: Queryable,
  table: string,
  rows: readonly Row[],
  size = ROWS,
): Promise<void> {
  for (let start = 0; start < rows.length; start += size) {
    const batch = rows.slice(start, start + size)
    const columns = Object.keys(batch[0] as Row)
    const places = `(${columns.map(() => '?').join(', ')})`
    await queryable.all(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${batch.map(() => places).join(', ')}`,
      batch.flatMap((row) => columns.map((column) => row[column] as Value)),
    )
  }
}
