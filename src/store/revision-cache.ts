import { LRUCache } from 'lru-cache'
import type { Store } from './store.js'

export interface RevisionCacheOptions<Value> {
  /** The most that is kept, in the unit of `sizeOf`. */
  max: number
  /** What a value takes; 1 each where there is none. */
  sizeOf?: (value: Value, key: string) => number
}

/**
 * Makes a cache of what was made of a board. A value is only given again as long as nothing on the board has changed: its
 * revision is read from the store for every one who asks, after they have asked.
 *
 * @returns gives the value of a key, kept or made by `make`
 */
export function createRevisionCache<Value extends {}>(
  store: Pick<Store, 'readRevision'>,
  { max, sizeOf = () => 1 }: RevisionCacheOptions<Value>,
) {
  const entries = new LRUCache<string, { revision: number; value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }, key) => sizeOf(value, key),
  })

  return async (board: string, name: string, make: () => Promise<Value>): Promise<Value> => {
    const key = `${board} ${name}`
    const revision = await store.readRevision(board)
    const known = entries.get(key)
    if (known?.revision === revision) return known.value
    // It may be of a later revision already, which is asked for under its own number.
    const value = await make()
    entries.set(key, { revision, value })
    return value
  }
}
