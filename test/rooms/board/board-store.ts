import { type Board, createBoard } from '../../../src/rooms/board/board.js'
import { createLoader } from '../../../src/rooms/board/load.js'
import { FILE_KIND, type Row } from '../../../src/rooms/board/rows.js'
import { finish } from '../../../src/rooms/board/steps.js'
import type { BoardQuota } from '../../../src/rooms/board/values.js'
import { type BoardVersion, emptyVersion, type Fork } from '../../../src/rooms/board/version.js'

/** A board that stores its rows in memory after each write. */
export interface StoredBoard {
  board: Board
  /** The stored rows by kind and id. */
  rows: Map<string, Row>
  /** The bytes of the attachments by their keys. */
  blobs: Map<string, Uint8Array>
  write<Result>(work: (fork: Fork) => Result): Result
}

export function createStoredBoard(quota?: BoardQuota): StoredBoard {
  const board = createBoard('a', emptyVersion(), { quota })
  const rows = new Map<string, Row>()
  const blobs = new Map<string, Uint8Array>()
  return {
    board,
    rows,
    blobs,
    write(work) {
      try {
        return board.write(work as never)
      } finally {
        const changed = board.close()
        for (const row of changed?.rows ?? []) {
          const key = `${row.kind} ${row.id}`
          if (row.kind === FILE_KIND && row.value === null) blobs.delete(row.id)
          if (row.value === null) rows.delete(key)
          else rows.set(key, row)
        }
        board.commit()
      }
    },
  }
}

/** Loads a board from rows, which the storage returns in the order of their keys. */
export function load(rows: ReadonlyMap<string, Row>): BoardVersion {
  const loader = createLoader()
  for (const [, row] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))) loader.add(row)
  return finish(loader.finish())
}
