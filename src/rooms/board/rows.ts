import { type ChunkedList, EMPTY_LIST } from './chunked-list.js'
import type { Items } from './items.js'
import type { BoardProfile } from './profile.js'
import { type TaskRecord, toRow } from './task-record.js'
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

/** The difference between two versions of a board. */
export interface Difference {
  /** The rows to put and to delete, so that those of the first version become those of the second. */
  rows: Row[]
  /** What else the second version has, if it is new. */
  board?: Pick<BoardVersion, 'usage'> & { profile: BoardProfile }
}

/** Returns what changes from a version to another one of the same board. Its cost depends on the change alone. */
export function differenceOf(scope: string, before: BoardVersion, after: BoardVersion): Difference {
  const rows: Row[] = []
  /** The rows of blobs. A blob that another task has now is not deleted. */
  const blobs = new Map<string, string | null>()
  /** The rows of comments by id. A comment that another task has now is new there and gone here. It is not deleted. */
  const comments = new Map<number, string | null>()
  const put = (kind: string, id: string, value: string | null) => rows.push({ scope, kind, id, value })
  if (before.lastIds !== after.lastIds) put(IDS_KIND, IDS_ID, JSON.stringify(after.lastIds))
  const [gone, current] = changedItems(before.tasks, after.tasks)
  forEachPair(gone, current, (id, old, task) => {
    if (task === undefined) put(TASK_KIND, toRowId(id), null)
    else if (old === undefined || !haveSameRow(old, task)) put(TASK_KIND, toRowId(id), toRow(task))
    for (const blob of old?.blobs ?? NONE) {
      if (!task?.blobs.includes(blob) && !blobs.has(blob)) blobs.set(blob, null)
    }
    for (const blob of task?.blobs ?? NONE) if (!old?.blobs.includes(blob)) blobs.set(blob, '{}')
    forEachPair(old?.comments ?? NONE, task?.comments ?? NONE, (commentId, _, comment) => {
      if (comment !== undefined) comments.set(commentId, `{"task":${id},${comment.json.slice(1)}`)
      else if (!comments.has(commentId)) comments.set(commentId, null)
    })
  })
  for (const [id, value] of comments) put(COMMENT_KIND, toRowId(id), value)
  for (const [id, value] of blobs) put(FILE_KIND, id, value)
  putChangedItems(before.items, after.items, put)
  const { profile, usage } = after
  const hasNew = profile !== before.profile || usage.attachmentBytes !== before.usage.attachmentBytes
  return profile !== undefined && hasNew ? { rows, board: { profile, usage } } : { rows }
}

/** Calls a function for each row that changes from some items to others. */
export function putChangedItems(
  before: Items,
  after: Items,
  put: (kind: string, id: string, value: string | null) => unknown,
): void {
  for (const [kind, list] of Object.entries(after.lists)) {
    const old = before.lists[kind] ?? EMPTY_LIST
    if (old !== list) forEachPair(...changedItems(old, list), (id, _, item) => put(kind, id, item?.json ?? null))
  }
}

const NONE: readonly never[] = []

/** Returns the id of a row. */
export function toRowId(id: number): string {
  return String(id).padStart(ID_DIGITS, '0')
}

function haveSameRow(a: TaskRecord, b: TaskRecord): boolean {
  return a.key === b.key && a.head === b.head && a.middle === b.middle && a.tail === b.tail
}

type Chunks<Item> = ChunkedList<Item>['chunks']

/** Returns the items of the chunks that only one of two lists has. */
function changedItems<Item>(before: ChunkedList<Item>, after: ChunkedList<Item>): [Item[], Item[]] {
  const [old, current] = [before.chunks, after.chunks]
  const shorter = Math.min(old.length, current.length)
  let start = 0
  while (start < shorter && old[start] === current[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === current.at(-1 - end)) end++
  const middles = [old.slice(start, old.length - end), current.slice(start, current.length - end)] as const
  return [withoutChunks(middles[0], middles[1]), withoutChunks(middles[1], middles[0])]
}

function withoutChunks<Item>(chunks: Chunks<Item>, others: Chunks<Item>): Item[] {
  const shared = new Set(others)
  return ([] as Item[]).concat(...chunks.filter((chunk) => !shared.has(chunk)))
}

/**
 * Calls a function for each id that two lists do not have with the same item.
 *
 * @param before a list by ascending id, and so is `after`
 */
function forEachPair<Id extends number | string, Item extends { id: Id }>(
  before: readonly Item[],
  after: readonly Item[],
  use: (id: Item['id'], old: Item | undefined, current: Item | undefined) => void,
): void {
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const old = before[i]
    const current = after[j]
    if (old === current) {
      i++
      j++
      continue
    }
    const isNew = old === undefined || (current !== undefined && current.id < old.id)
    const isGone = current === undefined || (old !== undefined && old.id < current.id)
    if (!isNew) i++
    if (!isGone) j++
    use((isNew ? current : old)?.id as Item['id'], isNew ? undefined : old, isGone ? undefined : current)
  }
}
