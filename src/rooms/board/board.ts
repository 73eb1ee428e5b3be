import { BoardFull } from '../../contract/errors.js'
import { BOARD_ROWS_BYTES_MAX } from '../../contract/limits.js'
import { memoryOf } from './items.js'
import { nextRevision } from './revision.js'
import { type Difference, differenceOf } from './rows.js'
import type { BoardQuota } from './values.js'
import type { BoardVersion } from './version.js'
import { createVersioned, type Versioned } from './versioned.js'

/** A board in memory. */
export type Board = Versioned<BoardVersion, Difference>

export interface BoardOptions {
  quota?: BoardQuota | undefined
  /** The maximum size of the rows in bytes. A write that exceeds it throws `BoardFull`. */
  rowBytesMax?: number
}

/** What an empty board takes in memory, in bytes. */
const BOARD_BYTES = 1024

/**
 * Creates a board.
 *
 * @param version its content as it is stored
 */
export function createBoard(
  id: string,
  version: BoardVersion,
  { quota, rowBytesMax = BOARD_ROWS_BYTES_MAX }: BoardOptions = {},
): Board {
  const rowBytesOf = ({ usage, items }: BoardVersion) => usage.rowBytes + items.bytes
  return createVersioned(
    id,
    { ...version, revision: nextRevision() },
    {
      quota,
      require(before, after) {
        const bytes = rowBytesOf(after)
        // Rows that were too large before can become smaller.
        if (bytes > rowBytesMax && bytes > rowBytesOf(before)) throw new BoardFull(rowBytesMax, 'bytes')
      },
      differenceOf: (before, after) => differenceOf(id, before, after),
      sizeOf: ({ usage, items }) => usage.memory + memoryOf(items) + BOARD_BYTES,
    },
  )
}
