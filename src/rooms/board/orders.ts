import type { TaskRecord } from './task-record.js'

type Chunk = readonly TaskRecord[]

/**
 * What lists have computed from chunks of tasks: for each chunk, the tasks that a list shows, in its order. Chunks never
 * change, so after a write only its own chunk is sorted again.
 */
export interface Orders {
  /**
   * Returns the results that are kept for a kind of list.
   *
   * @param name what the results depend on besides the chunk
   */
  get(name: string): WeakMap<Chunk, Chunk>
}

/** The number of kinds of lists that a board keeps. Each has at most one reference (8 bytes) per task. */
const KEPT_MAX = 8

export function createOrders(): Orders {
  const orders = new Map<string, WeakMap<Chunk, Chunk>>()
  return {
    get(name) {
      const results = orders.get(name) ?? new WeakMap<Chunk, Chunk>()
      // Moves it to the end. The one that was not used for the longest time is the first.
      orders.delete(name)
      for (const oldest of orders.keys()) if (orders.size >= KEPT_MAX) orders.delete(oldest)
      orders.set(name, results)
      return results
    },
  }
}
