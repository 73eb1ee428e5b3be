import { isDeepStrictEqual } from 'node:util'
import { createLoader } from '../../../src/rooms/board/load.js'
import { finish } from '../../../src/rooms/board/steps.js'
import type { BoardLimits } from '../../../src/rooms/board/values.js'
import { type BoardVersion, emptyVersion, type Fork, type View } from '../../../src/rooms/board/version.js'
import { toBoard } from '../../../src/rooms/board.js'
import type { Item, ItemRow } from '../../../src/rooms/storage/storage.js'
import { newest, newWritten, type Work, withVersion } from '../../../src/rooms/versioned.js'

/** Creates a board that stores its rows in memory after each write. */
export function createStoredBoard(options?: BoardLimits, version: BoardVersion = emptyVersion()) {
  const board = toBoard('a', version, options)
  /** The stored rows by kind and id. */
  const rows = new Map<string, ItemRow>()
  /** The bytes of the attachments by their keys. */
  const blobs = new Map<string, Uint8Array>()
  /** The rows of the last write. */
  let last: string[] = []

  function store({ cleared, items, blobs: added, versions }: ReturnType<typeof newWritten>): void {
    const kinds = cleared.flatMap((each) => each.kinds)
    for (const [key, { kind, id }] of rows) if (kinds.includes(kind) && rows.delete(key)) blobs.delete(id)
    for (const { id, bytes } of added) blobs.set(id, bytes)
    const changed = new Map<string, string>()
    for (const row of [...cleared.flatMap(({ parts }) => parts.flat()), ...items]) {
      const key = `${row.kind} ${row.id}`
      changed.set(key, `${row.value === null ? '-' : '+'}${row.kind} ${Number(row.id) || row.id}`)
      if (row.value !== null) rows.set(key, row)
      else if (rows.delete(key)) blobs.delete(row.id)
    }
    last = [...kinds.map((kind) => `-${kind} *`), ...changed.values()]
    for (const [, after] of versions) board.committed = after as BoardVersion
  }

  return {
    rows,
    blobs,
    last: () => last,
    size: () => board.rules.sizeOf(newest(board)),
    write<Result>(work: Work<Fork, Result>): Result {
      const written = newWritten()
      const result = withVersion(board, written, work as (fork: Fork) => Result)
      store(written)
      return result
    },
    read: <Result>(work: Work<View, Result>): Result =>
      withVersion(board, newWritten(), work as (view: View) => Result),
  }
}

/** Whether the board that is loaded from the stored rows equals the one in memory, also in its sizes. */
export function isStored({ rows, read }: StoredBoard): boolean {
  const [stored, kept] = [load(rows), read(({ version }) => version)].map(
    ({ profile: _, revision: __, ...rest }) => rest,
  )
  return isDeepStrictEqual(stored, kept)
}

export type StoredBoard = ReturnType<typeof createStoredBoard>

/** Loads a board from rows, which the storage returns in the order of their keys. */
export function load(rows: ReadonlyMap<string, ItemRow>): BoardVersion {
  const loader = createLoader('a')
  finish(loader.add([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row as Item)))
  return finish(loader.finish())
}
