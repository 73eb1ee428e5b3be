import { OutcomeUnknown, TooBusy } from '../contract/errors.js'
import type { Entry } from './memory.js'
import { type Changes, type Storage, unavailable } from './storage/storage.js'

/** What a room writes in one commit. */
interface Part {
  entries: Set<Entry>
  /** Are called in their order, with the error if nothing is stored. */
  waiting: ((error?: Error) => void)[]
  /** What follows when everything is stored. */
  events: (() => void)[]
}

/** Calls a function when the rows of a write are stored, after the responses of all writes have left. */
export type Emit = (event: () => void) => void

export interface CommitLoop {
  /**
   * Runs a write now, and returns its result, or throws its error, when everything is stored on which that depends. If it
   * depends on nothing that is not stored, that is at once.
   *
   * @param room the id of the room. If one of its writes fails, so do those that were built on it.
   * @param entries everything that the write can read or change
   * @throws StoreUnavailable if nothing was stored, OutcomeUnknown if nobody knows, TooBusy if too much waits
   */
  write<Result>(room: string, entries: readonly Entry[], work: (emit: Emit) => Result): Promise<Result>
  /** Refuses all writes that were not sent yet, because everything in memory is dropped. */
  forget(): void
  /** Refuses new writes. Resolves when all writes have their outcome. */
  close(): Promise<void>
}

/** The maximum number of writes that wait. One room can take a quarter of it. */
const WAITING_MAX = 10_000

/**
 * Creates the loop that stores what was written: one commit after the other, each with everything that was written since
 * the last one.
 *
 * @param onSettled is called for each thing whose fork was committed or dropped, with whether it is stored
 * @param waitingMax tests replace it
 */
export function createCommitLoop(
  storage: Pick<Storage, 'commit' | 'requireSpace'>,
  onSettled: (entry: Entry, isStored: boolean) => void,
  waitingMax = WAITING_MAX,
): CommitLoop {
  /** By room: what the next commit has, and what the running one has. */
  let open = new Map<string, Part>()
  let running = new Map<string, Part>()
  let waiting = 0
  let isScheduled = false
  let isClosed = false
  let onIdle = () => {}

  function requireSpace(room: string): void {
    if (isClosed) throw unavailable()
    storage.requireSpace(room)
    const own = (open.get(room)?.waiting.length ?? 0) + (running.get(room)?.waiting.length ?? 0)
    if (waiting >= waitingMax || own >= waitingMax / 4) throw new TooBusy()
  }

  /** Returns the commit on which the result of a write depends, if any. */
  function partOf(room: string, entries: readonly Entry[]): Part | undefined {
    const changed = entries.filter(({ thing }) => thing.hasOpen())
    if (changed.length === 0) {
      return entries.some(({ thing }) => thing.hasUnwritten()) ? running.get(room) : undefined
    }
    const part = open.get(room) ?? { entries: new Set(), waiting: [], events: [] }
    for (const entry of changed) part.entries.add(entry)
    open.set(room, part)
    schedule()
    return part
  }

  function schedule(): void {
    if (isScheduled || running.size > 0) return
    if (open.size > 0) {
      isScheduled = true
      // The commit has all writes of this turn of the event loop.
      setImmediate(commitAll)
    } else onIdle()
  }

  function commitAll(): void {
    isScheduled = false
    running = open
    open = new Map()
    for (const [room, part] of running) {
      try {
        storage.commit(room, merge(part.entries), (error) => settle(room, part, error))
      } catch (error) {
        settle(room, part, error as Error)
      }
    }
    schedule()
  }

  function settle(room: string, part: Part, error: Error | undefined): void {
    running.delete(room)
    if (error === undefined) {
      for (const { thing } of part.entries) thing.commit()
      release(part)
      if (part.events.length > 0) setImmediate(runAll, part.events)
    } else {
      const dependent = open.get(room)
      open.delete(room)
      for (const each of [part, dependent]) for (const { thing } of each?.entries ?? []) thing.drop()
      release(part, toRefusal(error))
      if (dependent !== undefined) release(dependent, unavailable(error))
    }
    for (const entry of part.entries) onSettled(entry, error === undefined)
    schedule()
  }

  function release(part: Part, error?: Error): void {
    waiting -= part.waiting.length
    for (const done of part.waiting) done(error)
  }

  return {
    async write(room, entries, work) {
      requireSpace(room)
      const events: (() => void)[] = []
      let finish: () => ReturnType<typeof work>
      try {
        const result = work((event) => events.push(event))
        finish = () => result
      } catch (error) {
        events.length = 0
        finish = () => {
          throw error
        }
      }
      const part = partOf(room, entries)
      if (part !== undefined) {
        part.events.push(...events)
        waiting++
        await new Promise<void>((resolve, reject) => {
          part.waiting.push((error) => (error === undefined ? resolve() : reject(error)))
        })
      }
      return finish()
    },
    forget() {
      const parts = [...open.values()]
      open = new Map()
      for (const part of parts) release(part, unavailable())
      schedule()
    },
    async close() {
      isClosed = true
      if (running.size === 0 && open.size === 0) return
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
    },
  }
}

function runAll(events: readonly (() => void)[]): void {
  for (const event of events) event()
}

/** Closes the forks of a commit, and returns what it stores. */
function merge(entries: Iterable<Entry>): Changes {
  const all = Array.from(entries, (entry) => entry.close() ?? {})
  return {
    rooms: all.flatMap(({ rooms = [] }) => rooms),
    boards: all.flatMap(({ boards = [] }) => boards),
    items: all.flatMap(({ items = [] }) => items),
  }
}

/** Returns the error that the clients of a failed commit get. */
function toRefusal(error: Error): Error {
  return error instanceof OutcomeUnknown ? error : unavailable(error)
}
