import { BoardNotFound } from '../errors.js'
import type { Board } from '../store/store.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { type Clock, toTimestamp } from '../time.js'

/** 128 random bits as base64url: nothing else is looked for. */
const ID = /^[\w-]{21}[AQgw]$/

export interface ExpiryOptions {
  clock: Clock
  /** After how many seconds a board that nobody uses expires. */
  ttl: number
}

/** @throws BoardNotFound where no private board can have this id */
export function requireId(id: string): void {
  if (!ID.test(id)) throw new BoardNotFound()
}

/** @throws BoardNotFound where no board can have this id */
export function requireIdOrDefault(id: string): void {
  if (id !== DEFAULT_BOARD) requireId(id)
}

/** @throws BoardNotFound where nobody has used a board for so long that it has expired */
export function requireUnexpired({ usedAt }: Pick<Board, 'usedAt'>, expiry: ExpiryOptions): void {
  if (usedAt !== null && usedAt <= expiredUntil(expiry)) throw new BoardNotFound()
}

/** The moment whose boards have just expired, where nobody has used them since. */
export function expiredUntil({ clock, ttl }: ExpiryOptions): string {
  return toTimestamp(clock() - ttl * 1000)
}
