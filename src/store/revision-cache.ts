import { LRUCache } from 'lru-cache'

export interface RevisionCacheOptions<Value> {
  /** The most that is kept, in the unit of `sizeOf`. */
  max: number
  /** What a value takes; 1 each where there is none. */
  sizeOf?: (value: Value, key: string) => number
}

/** Who asks for something of a board. */
export interface BoardReader {
  board: string
  /** The revision of the board, read from the store after the request has come. */
  readRevision(): Promise<number>
}

/**
 * Makes a cache of what was made of a board. A value is only given again as long as nothing on the board has changed.
 *
 * @returns gives the value of a key, kept or made by `make`
 */
export function createRevisionCache<Value extends {}>({
  max,
  sizeOf = () => 1,
}: RevisionCacheOptions<Value>) {
  const entries = new LRUCache<string, { revision: number; value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }, key) => sizeOf(value, key),
  })

  return async (reader: BoardReader, name: string, make: () => Promise<Value>): Promise<Value> => {
    const key = `${reader.board} ${name}`
    const revision = await reader.readRevision()
    const known = entries.get(key)
    if (known?.revision === revision) return known.value
    // It may be of a later revision already, which is asked for under its own number.
    const value = await make()
    entries.set(key, { revision, value })
    return value
  }
}
