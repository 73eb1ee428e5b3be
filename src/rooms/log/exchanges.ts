import { encodeSegment, type PlacedExchange } from '../../evidence/segment.js'
import { countOf, setCount } from '../board/counters.js'
import { defineKind, deleteItem, deleteItemsFrom, listItems, putItem } from '../board/items.js'
import type { BoardFork, BoardView } from '../handles.js'
import type { JournalEntry } from './values.js'

/** The requests whose exchanges a segment has, and its size in bytes. The bytes are a blob with the same id. */
export interface Segment {
  first: number
  last: number
  bytes: number
}

/** The kind of the items and of the blobs. */
export const SEGMENT_KIND = 'exchange'
const SEGMENT = defineKind<Segment>(SEGMENT_KIND)

/** The name of the count of the size of all segments. */
const BYTES = 'exchangeBytes'

/** Returns the exchanges of the requests of one write as a segment, or `undefined` if they have none. */
export async function toSegment(entries: readonly JournalEntry[]): Promise<Uint8Array | undefined> {
  const placed = entries.flatMap(({ exchange }, place): PlacedExchange[] =>
    exchange === undefined ? [] : [[place, exchange]],
  )
  return placed.length === 0 ? undefined : encodeSegment(placed)
}

/** Keeps a segment, whose bytes are stored. Segments are in the order of their ids. */
export function keepSegment(board: BoardFork, id: string, segment: Segment): void {
  putItem(board, SEGMENT, id, segment)
  setCount(board, BYTES, countOf(board, BYTES) + segment.bytes)
}

/**
 * Deletes the oldest segments until the others fit.
 *
 * @param max the maximum size of all segments in bytes
 */
export function trimSegments(board: BoardFork, max: number): void {
  while (countOf(board, BYTES) > max) {
    const [oldest] = listItems(board, SEGMENT, '', 1)
    if (oldest === undefined) return
    deleteItem(board, SEGMENT, oldest.id)
    setCount(board, BYTES, countOf(board, BYTES) - oldest.value.bytes)
  }
}

export function deleteSegments(board: BoardFork): void {
  deleteItemsFrom(board, SEGMENT)
  setCount(board, BYTES, 0)
}

/** Returns the id of the segment that has the exchange of a request, and its place there. */
export function findSegment(board: BoardView, number: number): { id: string; place: number } | undefined {
  const found = listItems(board, SEGMENT).find(({ value: { first, last } }) => first <= number && number <= last)
  return found && { id: found.id, place: number - found.value.first }
}
