import { BOARD_ROWS_BYTES_MAX } from '../../contract/limits.js'
import { requireBytes } from './quotas.js'
import { nextRevision } from './revision.js'
import { type Difference, differenceOf } from './rows.js'
import type { BoardQuota } from './values.js'
import type { BoardVersion } from './version.js'
import { createVersioned, type Versioned } from './versioned.js'

/** A board in memory. */
export type Board = Versioned<BoardVersion, Difference>

export interface BoardOptions {
  quota?: BoardQuota | undefined
  /** The maximum size of the rows in bytes. */
  rowBytesMax?: number
}

/** What a row and a board take in memory besides their texts, in bytes (measured with Node.js 20). */
const ROW_BYTES = 480
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
  return createVersioned(
    id,
    { ...version, revision: nextRevision() },
    {
      quota,
      require: (before, after) => requireBytes(before, after, rowBytesMax),
      differenceOf: (before, after) => differenceOf(id, before, after),
      sizeOf: ({ tasks, usage, items }) =>
        usage.rowBytes + items.bytes + ROW_BYTES * (tasks.length + usage.comments + items.count) + BOARD_BYTES,
    },
  )
}
