import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Engine } from './engine.js'
import type { Value } from './queryable.js'
import type { BoardRow, Item, Key, Range, RoomRow, Storage } from './storage.js'

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

/** The methods of a storage that read. */
export type Reads = Pick<
  Storage,
  | 'readRoom'
  | 'findRoom'
  | 'readBoard'
  | 'listRooms'
  | 'listBoards'
  | 'listBoardsOf'
  | 'readItems'
  | 'readBlob'
  | 'listBlobs'
>

/** Reads one row, to find out whether the database can be read. */
export const PING = 'SELECT version FROM schema_version'

/** Creates the methods that read, over a database. */
export function createReads({ read }: Pick<Engine, 'read'>): Reads {
  async function readOne<Row>(sql: string, params: readonly Value[]): Promise<Row | undefined> {
    return (await read<Row>(sql, params))[0]
  }

  /** Reads slices, each after the last row of the one before. */
  async function* readSlices<Row>(readAfter: (previous: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
    for (let rows = await readAfter(undefined); rows.length > 0; rows = await readAfter(rows.at(-1))) {
      yield rows
      await nextTurn()
    }
  }

  /** Reads a table in the order of a column, in which no text is empty. */
  function readTable<Row>(source: string, column: keyof Row & string, ...params: Value[]): AsyncGenerator<Row[]> {
    const sql = `${source} AND ${column} > ? ORDER BY ${column} LIMIT ${SLICE_ROWS}`
    return readSlices<Row>((previous) => read(sql, [...params, (previous?.[column] ?? '') as string]))
  }

  return {
    readRoom: (id) => readOne('SELECT * FROM room WHERE id = ?', [id]),
    findRoom: (joinCode) => readOne('SELECT * FROM room WHERE join_code = ?', [joinCode]),
    readBoard: (id) => readOne('SELECT * FROM board WHERE id = ?', [id]),
    listRooms: () => readTable<RoomRow>('SELECT * FROM room WHERE true', 'id'),
    listBoards: () => readTable<BoardRow>('SELECT * FROM board WHERE true', 'id'),
    listBoardsOf: (room) => readTable<BoardRow>('SELECT * FROM board WHERE room_id = ?', 'id', room),
    readItems: (scope, range) =>
      readSlices<Item>((previous) => read(READ_ITEMS, [scope, ...boundsOf(range, previous)])),
    async readBlob({ scope, kind, id }) {
      const sql = 'SELECT bytes FROM blob WHERE scope = ? AND kind = ? AND id = ?'
      return (await readOne<{ bytes: Uint8Array }>(sql, [scope, kind, id]))?.bytes
    },
    listBlobs: (scope) =>
      readSlices<Key>((previous) =>
        read(
          `SELECT scope, kind, id FROM blob WHERE scope = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ${SLICE_ROWS}`,
          [scope, previous?.kind ?? '', previous?.id ?? ''],
        ),
      ),
  }
}

/** Returns the first key that is read, and the last one. */
function boundsOf({ kind, from = '', to = LAST }: Partial<Range> = {}, previous?: Item): string[] {
  const end = kind === undefined ? [LAST, ''] : [kind, to]
  // A space sorts before all characters of keys.
  return previous === undefined ? [kind ?? '', from, ...end] : [previous.kind, `${previous.id} `, ...end]
}
