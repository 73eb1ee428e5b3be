import { isBoardId } from '../../contract/board-id.js'
import { BoardNotFound } from '../../contract/errors.js'
import { type Clock, toTimestamp } from '../../contract/time.js'
import type { Board } from '../../rooms/state.js'

export interface ExpiryOptions {
  clock: Clock
  /** The time in seconds after which an unused board expires. */
  boardTtl: number
}

/**
 * Requires that a text has the format of a board id. This saves a query for ids that cannot exist.
 *
 * @throws BoardNotFound if it has another format
 */
export function requireBoardId(id: string): void {
  if (!isBoardId(id)) throw new BoardNotFound()
}

/** Whether a board has expired. A board of a class expires with the class. */
export function isExpired({ usedAt, expiresAt }: Pick<Board, 'usedAt' | 'expiresAt'>, expiry: ExpiryOptions): boolean {
  if (expiresAt !== null) return expiresAt <= toTimestamp(expiry.clock())
  return usedAt !== null && usedAt <= expiryThreshold(expiry)
}

/**
 * Requires that a board has not expired.
 *
 * @throws BoardNotFound if it has expired
 */
export function requireUnexpired(board: Pick<Board, 'usedAt' | 'expiresAt'>, expiry: ExpiryOptions): void {
  if (isExpired(board, expiry)) throw new BoardNotFound()
}

/** Returns the threshold of expiry: a board has expired if it was last used at this timestamp or earlier. */
export function expiryThreshold({ clock, boardTtl }: ExpiryOptions): string {
  return toTimestamp(clock() - boardTtl * 1000)
}
