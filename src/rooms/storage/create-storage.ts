import pLimit from 'p-limit'
import type { Database, Query, Step } from './database.js'
import { createReads } from './reads.js'
import { toSteps } from './slices.js'
import { ITEM_OF_BLOB, READ_VERSION } from './sql.js'
import { DELETED, type Storage, unavailable } from './storage.js'

/** The keys of blobs that no item refers to. */
const UNUSED_BLOBS = `SELECT scope, kind, id FROM blob WHERE NOT EXISTS (${ITEM_OF_BLOB})`

/** The maximum numbers of rows that one statement deletes. A blob can have 1 MiB. */
const ITEM_ROWS = 1000
const BLOB_ROWS = 16

/** Creates the storage over a database. */
export function createStorage(database: Database): Storage {
  const limit = pLimit(1)
  let closing: Promise<void> | undefined

  /** Writes in one transaction. Transactions take turns. */
  async function run(...steps: Step[]): Promise<number> {
    if (closing !== undefined) throw unavailable()
    return limit(() => database.write(steps))
  }

  const read: Query = async (sql, params) => {
    if (closing !== undefined) throw unavailable()
    return database.read(sql, params)
  }

  /** Deletes rows of a table, the first ones of a query for their keys, until there are no more. */
  async function deleteAll(table: string, keys: string, limit: number, params: string[] = []): Promise<void> {
    const sql = `DELETE FROM ${table} WHERE (scope, kind, id) IN (${keys} LIMIT ${limit})`
    while ((await run({ sql, params })) === limit);
  }

  const reads = createReads(read)

  async function close(): Promise<void> {
    // After all that was written before.
    await limit(database.close)
  }

  return {
    ...reads,
    confirm: database.confirm,
    async ping() {
      database.check?.()
      await read(READ_VERSION)
    },
    async write(changes) {
      const steps = toSteps(changes)
      if (steps.length > 0) await run(...steps)
    },
    async sweep(isStart) {
      for await (const deleted of reads.readItems(DELETED)) {
        for (const { kind, id } of deleted) {
          await deleteAll('item', 'SELECT scope, kind, id FROM item WHERE scope = ?', ITEM_ROWS, [id])
          await deleteAll('blob', 'SELECT scope, kind, id FROM blob WHERE scope = ?', BLOB_ROWS, [id])
          await run(...toSteps({ items: [{ scope: DELETED, kind, id, value: null }] }))
        }
      }
      if (isStart) await deleteAll('blob', UNUSED_BLOBS, BLOB_ROWS)
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
