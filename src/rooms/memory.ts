import { TooBusy } from '../contract/errors.js'
import { unavailable } from './storage/storage.js'
import { isGone, newest, type Thing } from './versioned.js'

/** The maximum number of calls that wait for things that are loading. */
const WAITING_MAX = 10_000

/**
 * Creates the memory of boards and rooms. The least recently used ones leave it first. Calls use a thing in
 * the turn of the event loop in which they get it, and things leave between turns.
 *
 * @param limit the size in bytes from which things leave, unless they have unwritten rows
 * @param waitingMax tests replace it
 */
export function createMemory(limit: number, waitingMax = WAITING_MAX) {
  /** By scope. The one that was not used for the longest time is the first. */
  const things = new Map<string, Thing>()
  const loading = new Map<string, { thing?: Promise<Thing> }>()
  /** The last one of `things`, which most calls use again. */
  let last: Thing | undefined
  let bytes = 0
  let waiting = 0
  let isEvicting = false

  function isIdle({ open, sent, boards }: Thing): boolean {
    return open === undefined && sent === undefined && boards === 0
  }

  function evict(): void {
    if (isEvicting || bytes <= limit) return
    isEvicting = true
    setImmediate(() => {
      isEvicting = false
      for (const thing of things.values()) {
        if (bytes <= limit) return
        if (isIdle(thing)) remove(thing, unavailable())
      }
    })
  }

  function remove(thing: Thing, reason: Error | undefined): void {
    if (!things.delete(thing.scope)) return
    bytes -= thing.bytes
    if (thing === last) last = undefined
    if (reason !== undefined) Object.assign(thing, { ended: reason, open: undefined, sent: undefined })
    const { room } = thing
    if (room === undefined) return
    room.boards--
    if (isIdle(room)) remove(room, reason)
  }

  async function start(scope: string, load: () => Promise<Thing>, own: object): Promise<Thing> {
    const isForgotten = () => loading.get(scope) !== own
    try {
      const thing = await load()
      if (isForgotten()) {
        if (thing.room) thing.room.boards--
        throw unavailable()
      }
      things.set(scope, thing)
      last = thing
      bytes += thing.bytes
      evict()
      return thing
    } finally {
      if (!isForgotten()) loading.delete(scope)
    }
  }

  return {
    /**
     * Returns the thing with a scope. There is exactly one per scope, so all who wait for one that is loading get the same one.
     *
     * @param load is called if the thing is not in memory. If it fails, all who wait get its error, and the next call loads
     *   again.
     * @throws TooBusy if too many wait
     */
    get(scope: string, load: () => Promise<Thing>): Thing | Promise<Thing> {
      if (last?.scope === scope) return last
      const thing = things.get(scope)
      if (thing !== undefined) {
        // Moves it to the end.
        things.delete(scope)
        things.set(scope, thing)
        last = thing
        return thing
      }
      if (waiting >= waitingMax) throw new TooBusy()
      const own = loading.get(scope) ?? {}
      loading.set(scope, own)
      own.thing ??= start(scope, load, own)
      waiting++
      return own.thing.finally(() => waiting--)
    },
    find: (scope: string): Thing | undefined => things.get(scope),
    /** Measures a thing again, after a commit. One that was deleted leaves, and so do the boards of a room. */
    measure(thing: Thing): void {
      if (things.get(thing.scope) !== thing) return
      bytes -= thing.bytes
      thing.bytes = thing.rules.sizeOf(newest(thing))
      bytes += thing.bytes
      if (isGone(thing.committed)) {
        for (const other of thing.boards === 0 ? [] : things.values())
          if (other.room === thing) remove(other, undefined)
        remove(thing, undefined)
      }
      evict()
    },
    /** Removes everything, also what is loading. All later calls of the things fail. */
    forget(): void {
      loading.clear()
      for (const thing of things.values()) remove(thing, unavailable())
    },
    /** The size of everything in memory in bytes. */
    bytes: () => bytes,
  }
}
