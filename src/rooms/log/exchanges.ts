import { encodeSegment, type PlacedExchange, type Segment } from '../../rules/expected-vs-actual/segment.js'
import type { LogEntry } from '../../rules/log/entry.js'
import { defineKind, deleteItemsFrom, deleteWhile, getItem, idUpTo, putItem } from '../board/items.js'
import { countOf, setCount } from '../board/profile.js'
import { toRowId } from '../board/rows.js'
import type { BoardFork, BoardView } from '../handles.js'
import { putBytes } from '../versioned.js'

/** The requests whose exchanges a segment has, and its size in bytes. The bytes are a blob with the same id. */
interface StoredSegment extends Pick<Segment, 'isPlain'> {
  first: number
  last: number
  bytes: number
}

/** The kind of the items and of the blobs. */
export const SEGMENT_KIND = 'exchange'
const SEGMENT = defineKind<StoredSegment>(SEGMENT_KIND)

/** The name of the count of the size of all segments. */
const BYTES = 'exchangeBytes'

/** Returns the exchanges of the requests of one write as a segment, or `undefined` if they have none. */
export async function toSegment(entries: readonly LogEntry[]): Promise<Segment | undefined> {
  const placed = entries.flatMap(({ exchange }, place): PlacedExchange[] =>
    exchange === undefined ? [] : [[place, exchange]],
  )
  return placed.length === 0 ? undefined : encodeSegment(placed)
}

/** Stores a segment, which has the exchanges of some requests. Segments are in the order of their ids. */
export function keepSegment(board: BoardFork, first: number, last: number, { bytes, ...segment }: Segment): void {
  const id = toRowId(first)
  putItem(board, SEGMENT, id, { first, last, bytes: bytes.length, ...segment })
  putBytes(board, SEGMENT_KIND, id, bytes)
  setCount(board, BYTES, countOf(board, BYTES) + bytes.length)
}

/**
 * Deletes the oldest segments until the others fit.
 *
 * @param max the maximum size of all segments in bytes
 */
export function trimSegments(board: BoardFork, max: number): void {
  deleteWhile(board, SEGMENT, ({ value: { bytes } }) => {
    const isSurplus = countOf(board, BYTES) > max
    if (isSurplus) setCount(board, BYTES, countOf(board, BYTES) - bytes)
    return isSurplus
  })
}

export function deleteSegments(board: BoardFork): void {
  deleteItemsFrom(board, SEGMENT)
  setCount(board, BYTES, 0)
}

/** Returns the segment that has the exchange of a request, without its bytes, and the place of the exchange there. */
export function findSegment(board: BoardView, number: number) {
  const id = idUpTo(board, SEGMENT, toRowId(number))
  const segment = id && getItem(board, SEGMENT, id)
  return segment && number <= segment.last ? { ...segment, id, place: number - segment.first } : undefined
}
