import type { Database, Queryable, Value } from './database.js'
import { insertRows, type Row } from './sql/insert-rows.js'
import { DEFAULT_BOARD } from './store.js'
import { TABLES, type Table } from './tables.js'
import { StoreUnusable } from './unusable.js'

/** The maximum number of rows in memory. An attachment can have 1 MiB. */
const BATCH = 200
const ATTACHMENT_ROWS = 4

/** The tables that are empty in a new database. */
const EMPTY_TABLES = TABLES.filter(({ name }) => name !== 'board')

/**
 * Copies all boards with their content, as they are at one moment, in one transaction of the target.
 *
 * @returns the number of copied rows by table
 * @throws StoreUnusable if the target is not empty. It stays unchanged.
 */
export async function copyBoards(
  source: Pick<Database, 'readTransaction'>,
  target: Database,
): Promise<Record<string, number>> {
  return target.transaction(async (tx) => {
    await requireEmpty(tx)
    await tx.all('DELETE FROM board')
    return source.readTransaction(async (state) => {
      const counts: Record<string, number> = {}
      for (const table of TABLES) counts[table.name] = await copyTable(state, tx, table)
      return counts
    })
  })
}

/** Requires that the database is empty. */
async function requireEmpty(tx: Queryable): Promise<void> {
  const boards = await tx.all<{ id: string; last: number }>('SELECT id, last_task_id AS last FROM board')
  let isEmpty = boards.length === 1 && boards[0]?.id === DEFAULT_BOARD && boards[0].last === 0
  for (const { name } of EMPTY_TABLES) {
    const found = await tx.all(`SELECT 1 FROM ${name} LIMIT 1`)
    isEmpty &&= found.length === 0
  }
  if (!isEmpty) throw new StoreUnusable('The target database is not empty: copy into a new one')
}

async function copyTable(source: Queryable, target: Queryable, table: Table): Promise<number> {
  let count = 0
  for await (const rows of readBatches(source, table)) {
    await insertRows(target, table.name, rows, rows.length)
    count += rows.length
  }
  return count
}

/** Reads a table in batches, in the order of its key. */
async function* readBatches(source: Queryable, { name, key }: Table): AsyncGenerator<Row[]> {
  const size = name === 'attachment' ? ATTACHMENT_ROWS : BATCH
  const columns = key.join(', ')
  const after = `WHERE (${columns}) > (${key.map(() => '?').join(', ')})`
  let previous: Row | undefined
  do {
    const rows: Row[] = await source.all<Row>(
      `SELECT * FROM ${name} ${previous === undefined ? '' : after} ORDER BY ${columns} LIMIT ${size}`,
      previous === undefined ? [] : key.map((column) => previous?.[column] as Value),
    )
    if (rows.length > 0) yield rows
    previous = rows.length === size ? rows[size - 1] : undefined
  } while (previous !== undefined)
}
