/** The kinds of the rows of a board, and the id of the only row of its last ids. */
export const TASK_KIND = 'task'
export const COMMENT_KIND = 'comment'
export const IDS_KIND = 'ids'
export const IDS_ID = 'last'
/** The kind of the rows that keep a blob, which have its id. */
export const FILE_KIND = 'file'
/** The kind of all rows of a room. */
export const ROOM_KIND = 'room'

/** The number of digits of the largest id. */
const ID_DIGITS = String(Number.MAX_SAFE_INTEGER).length

/** Returns the id of a row. Numbers are padded, so that the order of the texts is that of the numbers. */
export function toRowId(id: number): string {
  return String(id).padStart(ID_DIGITS, '0')
}
