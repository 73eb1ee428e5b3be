import { EMPTY_LIST } from './chunked-list.js'
import type { Items } from './items.js'
import type { BoardProfile } from './profile.js'
import { haveSameRow, toRow } from './task-record.js'
import type { BoardVersion } from './version.js'

/** A row as the storage keeps it. `value` is `null` to delete it. */
export interface Row {
  scope: string
  kind: string
  /** Numbers are padded, so that the order of the texts is that of the numbers. */
  id: string
  value: string | null
}

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

/** Returns the id of a row. */
export function toRowId(id: number): string {
  return String(id).padStart(ID_DIGITS, '0')
}

/** The difference between two versions of a board. */
export interface Difference {
  /** The rows to put and to delete, so that those of the first version become those of the second. */
  rows: Row[]
  /** What else the second version has, if it is new. */
  board?: Pick<BoardVersion, 'usage'> & { profile: BoardProfile }
}

/** Puts a row, or deletes it if the value is `null`. */
type Put = (kind: string, id: string, value: string | null) => unknown

/** Returns what changes from a version to another one of the same board. Its cost depends on the change alone. */
export function differenceOf(scope: string, before: BoardVersion, after: BoardVersion): Difference {
  const rows = new Map<string, Row>()
  const put: Put = (kind, id, value) => {
    const key = kind + id
    // A comment or a file that another task has now is new there and gone here. It is not deleted.
    if (value !== null || !rows.has(key)) rows.set(key, { scope, kind, id, value })
  }
  if (before.lastIds !== after.lastIds) put(IDS_KIND, IDS_ID, JSON.stringify(after.lastIds))
  forEachChange(before.tasks.chunks, after.tasks.chunks, (id, old, task) => {
    if (task === undefined) put(TASK_KIND, toRowId(id), null)
    else if (old === undefined || !haveSameRow(old, task)) put(TASK_KIND, toRowId(id), toRow(task))
    for (const blob of old?.blobs ?? []) if (!task?.blobs.includes(blob)) put(FILE_KIND, blob, null)
    for (const blob of task?.blobs ?? []) if (!old?.blobs.includes(blob)) put(FILE_KIND, blob, '{}')
    forEachChange([old?.comments ?? []], [task?.comments ?? []], (commentId, _, comment) =>
      put(COMMENT_KIND, toRowId(commentId), comment ? `{"task":${id},${comment.json.slice(1)}` : null),
    )
  })
  putChangedItems(before.items, after.items, put)
  const { profile, usage } = after
  const hasNew = profile !== before.profile || usage.attachmentBytes !== before.usage.attachmentBytes
  return { rows: [...rows.values()], ...(profile && hasNew && { board: { profile, usage } }) }
}

/** Calls a function for each row that changes from some items to others. */
export function putChangedItems(before: Items, after: Items, put: Put): void {
  for (const [kind, list] of Object.entries(after.lists)) {
    const old = before.lists[kind] ?? EMPTY_LIST
    if (old !== list) forEachChange(old.chunks, list.chunks, (id, _, item) => put(kind, id, item?.json ?? null))
  }
}

/**
 * Calls a function for each id that two lists do not have with the same item. Chunks that both have are skipped.
 *
 * @param before the chunks of a list by ascending id, and so is `after`
 */
function forEachChange<Id extends number | string, Item extends { id: Id }>(
  before: readonly (readonly Item[])[],
  after: readonly (readonly Item[])[],
  use: (id: Item['id'], old: Item | undefined, current: Item | undefined) => void,
): void {
  let [oldChunk, oldAt, newChunk, newAt] = [0, 0, 0, 0]
  for (;;) {
    const left = before[oldChunk]
    const right = after[newChunk]
    const old = left?.[oldAt]
    const current = right?.[newAt]
    if (old === undefined && current === undefined) return
    if (left === right && oldAt === 0 && newAt === 0) {
      oldChunk++
      newChunk++
      continue
    }
    // The same item is not read, because most items of a chunk are the same.
    const isNew = old !== current && (old === undefined || (current !== undefined && current.id < old.id))
    const isGone = old !== current && (current === undefined || (old !== undefined && old.id < current.id))
    if (isNew) use(current?.id as Item['id'], undefined, current)
    else if (old !== current) use(old?.id as Item['id'], old, isGone ? undefined : current)
    if (!isNew && ++oldAt === left?.length) {
      oldChunk++
      oldAt = 0
    }
    if (!isGone && ++newAt === right?.length) {
      newChunk++
      newAt = 0
    }
  }
}
