import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Query, Value } from './database.js'
import type { Item, Key, Reads } from './storage.js'

/** The maximum number of rows of a slice, and the size from which it is full, in bytes. */
const READ_ROWS = 500
const READ_BYTES = 2 ** 18

/** The maximum number of bytes of a UTF-16 code unit. */
const UNIT_BYTES = 3

/**
 * The next items of a scope. The sum of the sizes, without that of the last row, is below the limit, so that there is
 * always a row. The sizes are known without reading the values.
 */
export const READ_ITEMS = `
  SELECT kind, id, value FROM item WHERE scope = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT (
    SELECT count(*) FROM (
      SELECT size, sum(size) OVER (ORDER BY kind, id ROWS UNBOUNDED PRECEDING) AS total FROM (
        SELECT kind, id, octet_length(value) AS size FROM item
        WHERE scope = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ${READ_ROWS}
      ) AS next
    ) AS measured WHERE total - size < ${READ_BYTES}
  )`

const READ_ITEM = 'SELECT value FROM item WHERE scope = ? AND kind = ? AND id = ?'
const READ_BLOB = 'SELECT bytes FROM blob WHERE scope = ? AND kind = ? AND id = ?'
const LIST_BLOBS = `
  SELECT scope, kind, id FROM blob WHERE scope = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ${READ_ROWS}`

/** Creates the methods that read, over a database. */
export function createReads(read: Query): Reads {
  async function readOne<Row>(sql: string, { scope, kind, id }: Key): Promise<Row | undefined> {
    return (await read<Row>(sql, [scope, kind, id]))[0]
  }

  /**
   * Reads slices, each after the last row of the previous one. It reads the first one at once, and each other one while the
   * caller uses the previous one. A slice that is not full is the last.
   */
  function readSlices<Row extends Partial<Item>>(
    sql: string,
    toParams: (previous: Partial<Row>) => Value[],
  ): AsyncIterable<Row[]> {
    function readAfter(previous: Partial<Row>): Promise<Row[]> {
      const slice = read<Row>(sql, toParams(previous))
      // The caller may have stopped before it.
      slice.catch(() => {})
      return slice
    }

    async function* readAll(next: Promise<Row[]>) {
      for (;;) {
        const rows = await next
        const units = rows.reduce((sum, { value = '' }) => sum + value.length, 0)
        const isLast = rows.length < READ_ROWS && units * UNIT_BYTES < READ_BYTES
        if (!isLast) next = readAfter(rows.at(-1) as Row)
        if (rows.length > 0) yield rows
        if (isLast) return
        await nextTurn()
      }
    }

    return readAll(readAfter({}))
  }

  return {
    readItem: async (key) => (await readOne<Item>(READ_ITEM, key))?.value,
    // No part of a key is empty.
    readItems: (scope) => readSlices<Item>(READ_ITEMS, ({ kind = '', id = '' }) => [scope, kind, id, scope, kind, id]),
    readBlob: async (key) => (await readOne<{ bytes: Uint8Array }>(READ_BLOB, key))?.bytes,
    listBlobs: (scope) => readSlices<Key>(LIST_BLOBS, ({ kind = '', id = '' }) => [scope, kind, id]),
  }
}
