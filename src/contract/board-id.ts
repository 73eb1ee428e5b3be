import { randomBytes } from 'node:crypto'

/**
 * The part of a regular expression that matches a board id: 130 bits as lower-case base32, or, for boards of earlier
 * versions, 128 bits as base64url.
 */
export const BOARD_ID_PATTERN = '([a-z2-7]{26}|[A-Za-z0-9_-]{22})'

/** The id of the board at `/api`. */
export const DEFAULT_BOARD = 'default'

/** An id of a new board. It is a valid DNS label. */
const ID = /^[a-z2-7]{26}$/

/** An id of an earlier version. The last character encodes only two bits, so it is one of four. */
const EARLIER_ID = /^[\w-]{21}[AQgw]$/

/** The alphabet of base32 (RFC 4648, section 6) in lower case. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns a random board id. */
export function createBoardId(): string {
  return Array.from(randomBytes(26), (byte) => BASE32[byte % 32]).join('')
}

/** Whether a text can be the id of a private board. */
export function isBoardId(text: string): boolean {
  return isHostLabel(text) || EARLIER_ID.test(text)
}

/** Whether a board id can be a part of a host name. Host names do not distinguish upper and lower case. */
export function isHostLabel(id: string): boolean {
  return ID.test(id)
}
