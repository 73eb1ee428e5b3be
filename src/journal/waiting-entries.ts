import { JOURNAL_MAX, JOURNAL_WAITING_MAX, SEGMENT_BYTES_MAX, WAITING_EXCHANGES_BYTES_MAX } from '../contract/limits.js'
import type { JournalEntry } from '../rooms/log/values.js'

/** The entries of a board that wait, and the size of their exchanges in bytes. */
interface Waiting {
  entries: JournalEntry[]
  bytes: number
}

export type WaitingEntries = ReturnType<typeof createWaitingEntries>

/**
 * Keeps the entries of journals until they are written. If there are too many, the oldest ones of a board are dropped, and
 * then those of the boards that have waited longest. Exchanges have limits of their own, and are dropped without their
 * entries.
 *
 * @param max the maximum number of entries
 */
export function createWaitingEntries(max = JOURNAL_WAITING_MAX) {
  /** By board. The one that has waited longest is the first. */
  const boards = new Map<string, Waiting>()
  let count = 0
  let bytes = 0

  function open(board: string): Waiting {
    const waiting = boards.get(board) ?? { entries: [], bytes: 0 }
    boards.set(board, waiting)
    return waiting
  }

  function dropExchanges(waiting: Waiting, bytesMax: number): void {
    for (const entry of waiting.entries) {
      if (waiting.bytes <= bytesMax) return
      const size = entry.exchange?.size ?? 0
      entry.exchange = undefined
      waiting.bytes -= size
      bytes -= size
    }
  }

  function take(board: string): JournalEntry[] | undefined {
    const waiting = boards.get(board)
    if (waiting === undefined) return undefined
    boards.delete(board)
    count -= waiting.entries.length
    bytes -= waiting.bytes
    return waiting.entries
  }

  /** Adds entries after those that wait, or before them. */
  function add(board: string, added: readonly JournalEntry[], isBefore = false): void {
    const waiting = open(board)
    waiting.entries = isBefore ? [...added, ...waiting.entries] : waiting.entries
    if (!isBefore) waiting.entries.push(...added)
    count += added.length
    for (const { exchange } of added) {
      waiting.bytes += exchange?.size ?? 0
      bytes += exchange?.size ?? 0
    }
    // The journal would not list the oldest entry, but it can belong to the score.
    if (waiting.entries.length > JOURNAL_MAX && waiting.entries[0]?.isClaimable !== true) drop(waiting)
    dropExchanges(waiting, SEGMENT_BYTES_MAX)
    for (const [id, other] of boards) {
      if (count > max) take(id)
      else if (bytes > WAITING_EXCHANGES_BYTES_MAX) dropExchanges(other, 0)
      else return
    }
  }

  function drop(waiting: Waiting): void {
    const size = waiting.entries.shift()?.exchange?.size ?? 0
    count--
    waiting.bytes -= size
    bytes -= size
  }

  return {
    add,
    take,
    /** Notes that a board is in use, also if it has no entries. */
    touch: (board: string) => void open(board),
    /** Returns the number of entries of a board. */
    countOf: (board: string) => boards.get(board)?.entries.length ?? 0,
    /** Returns the boards that have entries, or are in use. */
    boards: () => boards.keys(),
  }
}
