import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Query, Value } from './database.js'
import type { BoardRow, Item, Key, Range, Reads, RoomRow } from './storage.js'

/** The maximum number of rows of a slice, and the size from which it is full, in bytes. */
const SLICE_ROWS = 1000
const SLICE_BYTES = 2 ** 18

/** Sorts after every id. */
const LAST = '\x7f'

/**
 * The next items of a scope. The sum of the sizes, without that of the row itself, is below the limit, so that there is
 * always a row. The sizes are known without reading the values.
 */
export const READ_ITEMS = `
  SELECT kind, id, value FROM (
    SELECT kind, id, value, octet_length(value) AS size, sum(octet_length(value)) OVER (ORDER BY kind, id) AS total FROM (
      SELECT kind, id, value FROM item
      WHERE scope = ? AND (kind, id) >= (?, ?) AND (kind, id) <= (?, ?) ORDER BY kind, id LIMIT ${SLICE_ROWS}
    ) AS next
  ) AS measured
  WHERE total - size < ${SLICE_BYTES} ORDER BY kind, id`

const READ_BLOB = 'SELECT bytes FROM blob WHERE scope = ? AND kind = ? AND id = ?'
const LIST_BLOBS = `
  SELECT scope, kind, id FROM blob WHERE scope = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ${SLICE_ROWS}`
const rowOf = (table: string) => `SELECT * FROM ${table} WHERE id = ?`
const rowsOf = (table: string) => `SELECT * FROM ${table} WHERE id > ? ORDER BY id LIMIT ${SLICE_ROWS}`

/** Creates the methods that read, over a database. */
export function createReads(read: Query): Reads {
  async function readOne<Row>(sql: string, ...params: Value[]): Promise<Row | undefined> {
    return (await read<Row>(sql, params))[0]
  }

  /** Reads slices, each after the last row of the one before. */
  async function* readSlices<Row>(sql: string, toParams: (previous: Row | undefined) => Value[]) {
    for (let rows = await read<Row>(sql, toParams(undefined)); rows.length > 0; ) {
      yield rows
      await nextTurn()
      rows = await read<Row>(sql, toParams(rows.at(-1)))
    }
  }

  return {
    readRoom: (id) => readOne(rowOf('room'), id),
    readBoard: (id) => readOne(rowOf('board'), id),
    // No id is empty.
    listRooms: () => readSlices<RoomRow>(rowsOf('room'), (previous) => [previous?.id ?? '']),
    listBoards: () => readSlices<BoardRow>(rowsOf('board'), (previous) => [previous?.id ?? '']),
    readItems: (scope, range) => readSlices<Item>(READ_ITEMS, (previous) => [scope, ...boundsOf(range, previous)]),
    readBlob: async ({ scope, kind, id }) => (await readOne<{ bytes: Uint8Array }>(READ_BLOB, scope, kind, id))?.bytes,
    listBlobs: (scope) => readSlices<Key>(LIST_BLOBS, (previous) => [scope, previous?.kind ?? '', previous?.id ?? '']),
  }
}

/** Returns the first key that is read, and the last one. */
function boundsOf({ kind, from = '', to = LAST }: Partial<Range> = {}, previous?: Item): string[] {
  const end = kind === undefined ? [LAST, ''] : [kind, to]
  // A space sorts before all characters of keys.
  return previous === undefined ? [kind ?? '', from, ...end] : [previous.kind, `${previous.id} `, ...end]
}
