import { TooBusy } from '../contract/errors.js'
import type { Versioned } from './board/versioned.js'
import { type Changes, unavailable } from './storage/storage.js'

/** A board or a room in memory. `close` returns what a commit stores. */
export type Thing = Pick<
  Versioned<unknown, Changes>,
  'id' | 'close' | 'commit' | 'drop' | 'end' | 'hasOpen' | 'hasUnwritten' | 'size'
>

/** What is loaded into memory. */
export interface Loaded<Handle = unknown> {
  thing: Thing
  /** The entry of the room of a board. It is pinned until the board leaves. */
  room?: Entry | undefined
  /** Returns how requests use the thing. */
  toHandle(entry: Entry): Handle
  /** Whether the thing was deleted. Then it leaves the memory when nobody uses it. */
  isDeleted(): boolean
}

/** A thing in memory, and who uses it. */
export interface Entry<Handle = unknown> extends Loaded<Handle> {
  key: string
  handle: Handle
  /** The number of those who use it. It stays in memory while there are any. */
  pins: number
  /** Its size in bytes when it was last measured. */
  bytes: number
}

/** The maximum number of calls that wait for things that are loading. */
const WAITING_MAX = 10_000

interface Loading {
  entry: Promise<Entry>
  /** The number of those who wait. */
  pins: number
}

export type Memory = ReturnType<typeof createMemory>

/**
 * Creates the memory of boards and rooms. Whatever was not used for the longest time leaves it first.
 *
 * @param limit the size in bytes from which things leave, unless they are in use or have unwritten rows
 * @param waitingMax tests replace it
 */
export function createMemory(limit: number, waitingMax = WAITING_MAX) {
  /** By key. The one that was not used for the longest time is the first. */
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Loading>()
  let bytes = 0
  let waiting = 0

  function insert(key: string, loaded: Loaded, pins: number): Entry {
    if (entries.has(key)) throw new Error(`There are two of ${key}`)
    const entry: Entry = { ...loaded, key, pins, bytes: loaded.thing.size(), handle: undefined }
    entry.handle = loaded.toHandle(entry)
    entries.set(key, entry)
    bytes += entry.bytes
    evict()
    return entry
  }

  function evict(): void {
    if (bytes <= limit) return
    for (const entry of entries.values()) {
      if (bytes <= limit) return
      if (entry.pins === 0 && !entry.thing.hasUnwritten()) remove(entry)
    }
  }

  /** Removes an entry that nobody else uses. */
  function remove(entry: Entry): void {
    if (entries.get(entry.key) !== entry) return
    entries.delete(entry.key)
    bytes -= entry.bytes
    entry.thing.end(unavailable())
    // Without `unpin`, which evicts others: thousands of boards can leave at once.
    if (entry.room !== undefined) drop(entry.room, bytes > limit)
  }

  function drop(entry: Entry, isLeaving: boolean): void {
    entry.pins--
    const isFree = entries.get(entry.key) === entry && entry.pins === 0 && !entry.thing.hasUnwritten()
    if (isFree && (isLeaving || entry.isDeleted())) remove(entry)
  }

  function unpin(entry: Entry): void {
    drop(entry, false)
    evict()
  }

  async function start(key: string, load: () => Promise<Loaded>, own: Loading): Promise<Entry> {
    try {
      const loaded = await load()
      // What was read before everything was forgotten can differ from what is stored now.
      if (loading.get(key) === own) return insert(key, loaded, own.pins)
      if (loaded.room !== undefined) unpin(loaded.room)
      throw unavailable()
    } finally {
      waiting -= own.pins
      if (loading.get(key) === own) loading.delete(key)
    }
  }

  return {
    /**
     * Returns the entry with a key, and pins it. There is exactly one entry per key, so all who wait for one that is
     * loading get the same one.
     *
     * @param load is called if the thing is not in memory. If it fails, all who wait get its error, and the next call loads
     *   again.
     * @throws TooBusy if too many wait
     */
    pin<Handle>(key: string, load: () => Promise<Loaded<Handle>>): Entry<Handle> | Promise<Entry<Handle>> {
      const entry = entries.get(key) as Entry<Handle> | undefined
      if (entry !== undefined) {
        // Moves it to the end.
        entries.delete(key)
        entries.set(key, entry)
        entry.pins++
        return entry
      }
      if (waiting >= waitingMax) throw new TooBusy()
      let own = loading.get(key)
      if (own === undefined) {
        own = { pins: 0 } as Loading
        loading.set(key, own)
        own.entry = start(key, load, own)
      }
      own.pins++
      waiting++
      return own.entry as Promise<Entry<Handle>>
    },
    /** Returns the handle of a thing that is in memory, unless it was deleted. */
    find<Handle>(key: string): Handle | undefined {
      const entry = entries.get(key)
      return entry?.isDeleted() ? undefined : (entry?.handle as Handle | undefined)
    },
    /** Adds a thing that is not stored yet, pinned. */
    add: <Handle>(key: string, loaded: Loaded<Handle>) => insert(key, loaded, 1) as Entry<Handle>,
    unpin,
    remove,
    /** Measures an entry again, after a commit. */
    measure(entry: Entry): void {
      if (entries.get(entry.key) !== entry) return
      bytes -= entry.bytes
      entry.bytes = entry.thing.size()
      bytes += entry.bytes
      evict()
    },
    /** Removes all entries, also those in use and those that are loading. All later calls of their things fail. */
    forget(): void {
      loading.clear()
      for (const entry of entries.values()) remove(entry)
    },
    /** The size of everything in memory in bytes. */
    bytes: () => bytes,
  }
}
