import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** The maximum size of all remembered responses in bytes. */
const BYTES_MAX = 8 * 1024 * 1024

/** The maximum size of one response in bytes. */
const RESPONSE_BYTES_MAX = 65_536

/** The approximate size of an entry without its texts, in bytes. */
const OVERHEAD = 200

/** The latest responses to a read. */
interface Reads {
  current: string
  /** The response before the last write that changed it. */
  before: string
}

export type History = ReturnType<typeof createHistory>

/** Remembers the responses to reads, so that an earlier state of a board can be sent. */
export function createHistory() {
  const reads = new LRUCache<string, Reads>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ current, before }, key) => 2 * (current.length + before.length + key.length) + OVERHEAD,
  })

  return {
    clear: () => reads.clear(),
    /**
     * Remembers the response to a read.
     *
     * @param text the body without faults
     * @returns the body before the last write that changed it; `undefined` if it is not known
     */
    add({ board, url, method, searchOptions }: FastifyRequest, text: string): string | undefined {
      // A search that a fault has changed is no state of the board.
      if (method !== 'GET' || searchOptions !== undefined || text.length > RESPONSE_BYTES_MAX) return undefined
      const key = `${board.id} ${url}`
      const known = reads.get(key)
      const before = known?.current === text ? known.before : (known?.current ?? text)
      if (known?.current !== text) reads.set(key, { current: text, before })
      return before === text ? undefined : before
    },
  }
}
