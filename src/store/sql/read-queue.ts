import pLimit, { type LimitFunction } from 'p-limit'

/** The maximum number of long reads at once. PostgreSQL must have connections left for short reads. */
const LONG_READS_MAX = 4

export type ReadQueue = ReturnType<typeof createReadQueue>

/**
 * Creates a queue for long reads. The long reads of one board run one after the other, so that a board delays the others
 * as little as possible.
 */
export function createReadQueue(max = LONG_READS_MAX) {
  const running = pLimit(max)
  const boards = new Map<string, LimitFunction>()
  const reads = new Set<Promise<unknown>>()

  return {
    /** Runs a read when the earlier long reads of its board have ended, and less than the maximum are running. */
    async run<T>(board: string, read: () => Promise<T>): Promise<T> {
      const ofBoard = boards.get(board) ?? pLimit(1)
      boards.set(board, ofBoard)
      const result = ofBoard(() => running(read))
      reads.add(result)
      try {
        return await result
      } finally {
        reads.delete(result)
        if (ofBoard.activeCount + ofBoard.pendingCount === 0) boards.delete(board)
      }
    },
    /** Resolves when all reads have ended. */
    async drain(): Promise<void> {
      await Promise.allSettled(reads)
    },
  }
}
