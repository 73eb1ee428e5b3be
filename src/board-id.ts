/** The number of characters of a board id: 128 bits as base64url. */
export const BOARD_ID_LENGTH = 22

/** The part of a regular expression that matches a board id. */
export const BOARD_ID_PATTERN = `[A-Za-z0-9_-]{${BOARD_ID_LENGTH}}`

/** A full board id. The last character encodes only two bits, so it is one of four. */
const ID = new RegExp(`^[\\w-]{${BOARD_ID_LENGTH - 1}}[AQgw]$`)

/** Whether a text can be the id of a private board. */
export function isBoardId(text: string): boolean {
  return ID.test(text)
}
