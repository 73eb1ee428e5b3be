import pLimit from 'p-limit'
import type { Database, Query, Step } from './database.js'
import { createReads } from './reads.js'
import { toSteps } from './slices.js'
import { ITEM_OF_BLOB, READ_VERSION } from './sql.js'
import { type Storage, scopeOfRoom, unavailable } from './storage.js'

/** Rooms that were deleted. Boards that were deleted, and those of such rooms. Boards whose rooms were never stored. */
const ROOMS = 'SELECT id FROM room WHERE deleted_at IS NOT NULL'
const BOARDS = `SELECT id FROM board WHERE deleted_at IS NOT NULL OR room_id IN (${ROOMS})`
const UNFINISHED = 'SELECT id FROM board WHERE NOT EXISTS (SELECT 1 FROM room WHERE room.id = board.room_id)'

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

  /** Deletes rooms or boards with their content, and returns how many. */
  async function deleteFrom(table: 'room' | 'board', query: string): Promise<number> {
    const found = await read<{ id: string }>(query)
    for (const { id } of found) {
      const scope = table === 'room' ? scopeOfRoom(id) : id
      await deleteAll('item', 'SELECT scope, kind, id FROM item WHERE scope = ?', ITEM_ROWS, [scope])
      await deleteAll('blob', 'SELECT scope, kind, id FROM blob WHERE scope = ?', BLOB_ROWS, [scope])
      await run({ sql: `DELETE FROM ${table} WHERE id = ?`, params: [id] })
    }
    return found.length
  }

  async function close(): Promise<void> {
    // After all that was written before.
    await limit(database.close)
  }

  return {
    ...createReads(read),
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
      const boards = await deleteFrom('board', BOARDS)
      await deleteFrom('room', ROOMS)
      if (!isStart) return boards
      const unfinished = await deleteFrom('board', UNFINISHED)
      await deleteAll('blob', UNUSED_BLOBS, BLOB_ROWS)
      return boards + unfinished
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
