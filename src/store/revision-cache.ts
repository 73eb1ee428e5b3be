import { LRUCache } from 'lru-cache'

export interface RevisionCacheOptions<Value> {
  /** The maximum size of the cache, in the unit of `sizeOf`. */
  max: number
  /** Returns the size of a value. By default each value has size 1. */
  sizeOf?: (value: Value, key: string) => number
}

/** A board as a request reads it. */
export interface BoardReader {
  id: string
  /** Returns the revision of the board, read after the request arrived. The first call reads it from the store. */
  readRevision(): Promise<number>
}

/**
 * Creates a cache for values derived from boards. A cached value is valid until anything on its board changes.
 *
 * @returns a function that returns the cached value of a name, or else creates and caches it
 */
export function createRevisionCache<Value extends {}>({ max, sizeOf = () => 1 }: RevisionCacheOptions<Value>) {
  const entries = new LRUCache<string, { revision: number; value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }, key) => sizeOf(value, key),
  })

  return async (reader: BoardReader, name: string, create: () => Promise<Value>): Promise<Value> => {
    const key = `${reader.id} ${name}`
    const revision = await reader.readRevision()
    const cached = entries.get(key)
    if (cached?.revision === revision) return cached.value
    // The value may already belong to a later revision. Requests that see that revision create it anew.
    const value = await create()
    entries.set(key, { revision, value })
    return value
  }
}
