import { SEGMENT_BYTES_MAX, WAITING_EXCHANGES_BYTES_MAX } from '../contract/limits.js'
import type { JournalEntry } from '../rooms/log/values.js'

/** An entry with an exchange, which is deleted if too many wait. */
interface Waiting {
  entry: JournalEntry
  size: number
}

/**
 * Limits the exchanges of entries that wait until they are written. The oldest exchanges of a board are deleted first,
 * and then those of the boards that have waited longest.
 */
export function limitWaitingExchanges() {
  const boards = new Map<string, { list: Waiting[]; size: number }>()
  let total = 0

  function forget(board: string): readonly Waiting[] {
    const waiting = boards.get(board)
    if (waiting === undefined) return []
    boards.delete(board)
    total -= waiting.size
    return waiting.list
  }

  function deleteSurplus(board: string): void {
    const waiting = boards.get(board)
    while (waiting !== undefined && waiting.size > SEGMENT_BYTES_MAX) {
      const { entry, size } = waiting.list.shift() as Waiting
      entry.exchange = undefined
      waiting.size -= size
      total -= size
    }
    for (const other of boards.keys()) {
      if (total <= WAITING_EXCHANGES_BYTES_MAX) return
      for (const { entry } of forget(other)) entry.exchange = undefined
    }
  }

  return {
    /** Counts the exchange of an entry that waits. */
    add(board: string, entry: JournalEntry): void {
      if (entry.exchange === undefined) return
      const { size } = entry.exchange
      const waiting = boards.get(board) ?? { list: [], size: 0 }
      boards.set(board, waiting)
      waiting.list.push({ entry, size })
      waiting.size += size
      total += size
      if (waiting.size > SEGMENT_BYTES_MAX || total > WAITING_EXCHANGES_BYTES_MAX) deleteSurplus(board)
    },
    /** Stops counting the exchanges of a board, because they no longer wait. */
    forget: (board: string) => void forget(board),
  }
}
