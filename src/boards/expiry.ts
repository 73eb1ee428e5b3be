import { isBoardId } from '../board-id.js'
import { BoardNotFound } from '../errors.js'
import type { Board } from '../store/store.js'
import { type Clock, toTimestamp } from '../time.js'

export interface ExpiryOptions {
  clock: Clock
  /** The number of seconds without a request after which a board expires. */
  ttl: number
}

/** @throws BoardNotFound where no private board can have this id, so that the store is not asked */
export function requireBoardId(id: string): void {
  if (!isBoardId(id)) throw new BoardNotFound()
}

/** @throws BoardNotFound where a board has expired */
export function requireUnexpired({ usedAt }: Pick<Board, 'usedAt'>, expiry: ExpiryOptions): void {
  if (usedAt !== null && usedAt <= expiredUntil(expiry)) throw new BoardNotFound()
}

/** The timestamp at or before which the last use of an expired board lies. */
export function expiredUntil({ clock, ttl }: ExpiryOptions): string {
  return toTimestamp(clock() - ttl * 1000)
}
