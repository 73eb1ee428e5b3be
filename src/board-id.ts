/** The number of characters of a board id: 128 bits as base64url. */
export const BOARD_ID_LENGTH = 22

/** A board id, wherever it stands in a pattern. */
export const BOARD_ID_PATTERN = `[A-Za-z0-9_-]{${BOARD_ID_LENGTH}}`

/** The last character of 128 bits holds two of them, so only four characters are possible. */
const ID = /^[\w-]{21}[AQgw]$/

/** Whether a text can be the id of a private board. */
export function isBoardId(text: string): boolean {
  return ID.test(text)
}
