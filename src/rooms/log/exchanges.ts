import { encodeSegment, type PlacedExchange, type Segment } from '../../rules/expected-vs-actual/segment.js'
import type { LogEntry } from '../../rules/log/entry.js'
import { defineKind, toRowId } from '../board/items.js'
import { countOf, setCount } from '../board/profile.js'
import type { BoardFork, BoardView } from '../handles.js'
import { putBytes } from '../versioned.js'

/** The requests whose exchanges a segment has, and its size in bytes. The bytes are a blob with the same id. */
interface StoredSegment extends Pick<Segment, 'isPlain'> {
  first: number
  last: number
  bytes: number
}

/** The kind of the items and of the blobs. */
export const SEGMENT = defineKind<StoredSegment>('exchange')

/** The name of the count of the size of all segments. */
const BYTES = 'exchangeBytes'

/**
 * Stores the exchanges of requests as a segment, and deletes the oldest segments until the others fit. Segments are in the
 * order of their ids.
 *
 * @param first the number of the first request
 * @param max the maximum size of all segments in bytes
 */
export function keepSegment(board: BoardFork, first: number, entries: readonly LogEntry[], max: number): void {
  const before = countOf(board, BYTES)
  let size = before
  const placed = entries.flatMap(({ exchange }, place): PlacedExchange[] => (exchange ? [[place, exchange]] : []))
  if (placed.length > 0) {
    const id = toRowId(first)
    const { bytes, ...segment } = encodeSegment(placed)
    SEGMENT.put(board, id, { first, last: first + entries.length - 1, bytes: bytes.length, ...segment })
    putBytes(board, SEGMENT.name, id, bytes)
    size += bytes.length
  }
  if (size > max) {
    SEGMENT.deleteWhile(board, ({ value: { bytes } }) => {
      const isSurplus = size > max
      if (isSurplus) size -= bytes
      return isSurplus
    })
  }
  if (size !== before) setCount(board, BYTES, size)
}

export function deleteSegments(board: BoardFork): void {
  SEGMENT.deleteFrom(board)
  setCount(board, BYTES, 0)
}

/** Returns the segment that has the exchange of a request, without its bytes, and the place of the exchange there. */
export function findSegment(board: BoardView, number: number) {
  const id = SEGMENT.idUpTo(board, toRowId(number))
  const segment = id && SEGMENT.get(board, id)
  return segment && number <= segment.last ? { ...segment, id, place: number - segment.first } : undefined
}
