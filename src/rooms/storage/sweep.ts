import type { Commits } from './commits.js'
import type { Engine } from './engine.js'
import type { Value } from './queryable.js'

/** The maximum numbers of rows that one statement deletes. A blob can have 1 MiB. */
const ITEMS = 1000
const BLOBS = 16

/** Boards that were deleted, and those of rooms that were deleted. */
const DELETED = `
  SELECT id FROM board WHERE deleted_at IS NOT NULL
  OR room_id IN (SELECT id FROM room WHERE deleted_at IS NOT NULL)`

/** Boards whose rooms were never stored. */
const WITHOUT_ROOM = 'SELECT id FROM board WHERE NOT EXISTS (SELECT 1 FROM room WHERE room.id = board.room_id)'

/** The keys of blobs that no item refers to. */
const UNUSED_BLOBS = `
  SELECT scope, kind, id FROM blob WHERE NOT EXISTS (
    SELECT 1 FROM item WHERE (item.scope, item.kind, item.id) = (blob.scope, blob.kind, blob.id))`

/** Creates the method `sweep` of a storage. */
export function createSweep({ read }: Pick<Engine, 'read'>, { run }: Pick<Commits, 'run'>) {
  /** Deletes rows of a table, the first ones of a query for their keys, until there are no more. */
  async function deleteAll(table: string, keys: string, limit: number, params: readonly Value[] = []): Promise<void> {
    const sql = `DELETE FROM ${table} WHERE (scope, kind, id) IN (${keys} LIMIT ${limit})`
    let deleted: number
    do deleted = await run({ sql, params })
    while (deleted === limit)
  }

  async function deleteContent(scope: string): Promise<void> {
    await deleteAll('item', 'SELECT scope, kind, id FROM item WHERE scope = ?', ITEMS, [scope])
    await deleteAll('blob', 'SELECT scope, kind, id FROM blob WHERE scope = ?', BLOBS, [scope])
  }

  async function deleteFrom(table: 'room' | 'board', query: string): Promise<number> {
    const found = await read<{ id: string }>(query, [])
    for (const { id } of found) {
      await deleteContent(id)
      await run({ sql: `DELETE FROM ${table} WHERE id = ?`, params: [id] })
    }
    return found.length
  }

  /** See `Storage`. */
  return async (isStart: boolean): Promise<number> => {
    const boards = await deleteFrom('board', DELETED)
    await deleteFrom('room', 'SELECT id FROM room WHERE deleted_at IS NOT NULL')
    if (!isStart) return boards
    const unfinished = await deleteFrom('board', WITHOUT_ROOM)
    await deleteAll('blob', UNUSED_BLOBS, BLOBS)
    return boards + unfinished
  }
}
