import { JOURNAL_MAX } from '../../contract/limits.js'
import type { Exchange } from '../../evidence/exchange.js'
import { encodeSegment, findInSegment, type PlacedExchange } from '../../evidence/segment.js'
import type { Queryable } from '../database.js'
import type { JournalEntry } from '../journal-methods.js'

/** Segments are deleted once per this many requests, or after a segment of this many bytes. */
const TRIM_STEP = 100
const TRIM_BYTES = 16_384

const INSERT = 'INSERT INTO exchange (board_id, first_number, last_number, segment) VALUES (?, ?, ?, ?)'

/** Deletes the oldest segments until the others fit, and those whose requests the journal no longer lists. */
const TRIM = `
  DELETE FROM exchange WHERE board_id = ? AND (last_number <= ? OR first_number <= (
    SELECT max(first_number) FROM (
      SELECT first_number, sum(octet_length(segment)) OVER (ORDER BY first_number DESC) AS bytes
      FROM exchange WHERE board_id = ?) AS summed
    WHERE bytes > ?))`

const FIND = `
  SELECT first_number AS first, segment FROM exchange
  WHERE board_id = ? AND first_number <= ? AND last_number >= ? ORDER BY first_number DESC LIMIT 1`

/** Returns the exchanges of the requests of one write as a segment, or `undefined` if they have none. */
export async function toSegment(entries: readonly JournalEntry[]): Promise<Uint8Array | undefined> {
  const placed = entries.flatMap(({ exchange }, place): PlacedExchange[] =>
    exchange === undefined ? [] : [[place, exchange]],
  )
  return placed.length === 0 ? undefined : encodeSegment(placed)
}

/**
 * Stores the exchanges of a board, and deletes those that exceed the limits. Without new exchanges, the limit may
 * still have become lower.
 *
 * @param segment the exchanges of a write, if it has any
 * @param first the number of the first request of the write
 * @param last the number of its last request
 * @param max the maximum size of all segments of the board in bytes
 */
export async function storeSegment(
  tx: Queryable,
  board: string,
  segment: Uint8Array | undefined,
  [first, last]: readonly [first: number, last: number],
  max: number,
): Promise<void> {
  if (segment !== undefined) await tx.all(INSERT, [board, first, last, segment])
  const isLarge = segment !== undefined && segment.length > TRIM_BYTES
  const isDue = Math.floor(last / TRIM_STEP) > Math.floor((first - 1) / TRIM_STEP) || isLarge
  if (isDue) await tx.all(TRIM, [board, last - JOURNAL_MAX, board, max])
}

/** Finds the exchange of a request. */
export async function findExchange(queryable: Queryable, board: string, number: number): Promise<Exchange | undefined> {
  const [row] = await queryable.all<{ first: number; segment: Uint8Array }>(FIND, [board, number, number])
  return row && findInSegment(row.segment, number - Number(row.first))
}
