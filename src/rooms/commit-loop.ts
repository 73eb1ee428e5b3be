import { OutcomeUnknown, TooBusy } from '../contract/errors.js'
import type { Entry } from './memory.js'
import { type Changes, type Storage, unavailable } from './storage/storage.js'

/** What a room writes in one commit. */
interface Part {
  entries: Set<Entry>
  /** Are called in their order, with the error if nothing is stored. */
  waiting: ((error?: Error) => void)[]
}

export type CommitLoop = ReturnType<typeof createCommitLoop>

/** The maximum number of writes that wait. One room can take a quarter of it. */
const WAITING_MAX = 10_000

/**
 * Creates the loop that stores what was written: one commit after the other, each with everything that was written since
 * the last one.
 *
 * @param onSettled is called when forks were committed or dropped, with what is stored now; after the responses
 */
export function createCommitLoop(
  storage: Pick<Storage, 'commit' | 'requireSpace'>,
  onSettled: (entries: Iterable<Entry>, stored?: Changes) => void,
) {
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
    if (waiting >= WAITING_MAX || own >= WAITING_MAX / 4) throw new TooBusy()
  }

  /** Returns the commit on which the result of a write depends, if any. */
  function partOf(room: string, entries: readonly Entry[]): Part | undefined {
    const changed = entries.filter(({ thing }) => thing.hasOpen())
    if (changed.length === 0) {
      return entries.some(({ thing }) => thing.hasUnwritten()) ? running.get(room) : undefined
    }
    const part = open.get(room) ?? { entries: new Set(), waiting: [] }
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
      const changes = merge(part.entries)
      try {
        storage.commit(room, changes, (error) => settle(room, part, changes, error))
      } catch (error) {
        settle(room, part, changes, error as Error)
      }
    }
    schedule()
  }

  function settle(room: string, part: Part, changes: Changes, error: Error | undefined): void {
    running.delete(room)
    if (error === undefined) {
      for (const { thing } of part.entries) thing.commit()
      release(part)
      onSettled(part.entries, changes)
    } else {
      const dependent = open.get(room)
      open.delete(room)
      for (const each of [part, dependent]) for (const { thing } of each?.entries ?? []) thing.drop()
      release(part, error instanceof OutcomeUnknown ? error : unavailable(error))
      if (dependent !== undefined) release(dependent, unavailable(error))
      onSettled(part.entries)
    }
    schedule()
  }

  function release(part: Part, error?: Error): void {
    waiting -= part.waiting.length
    for (const done of part.waiting) done(error)
  }

  return {
    /**
     * Runs a write now, and returns its result, or throws its error, when everything is stored on which that depends. If it
     * depends on nothing that is not stored, that is at once.
     *
     * @param room the id of the room. If one of its writes fails, so do those that were built on it.
     * @param entries everything that the write can read or change
     * @throws StoreUnavailable if nothing was stored, OutcomeUnknown if nobody knows, TooBusy if too much waits
     */
    async write<Result>(room: string, entries: readonly Entry[], work: () => Result): Promise<Result> {
      requireSpace(room)
      let finish: () => Result
      try {
        const result = work()
        finish = () => result
      } catch (error) {
        finish = () => {
          throw error
        }
      }
      const part = partOf(room, entries)
      if (part !== undefined) {
        waiting++
        await new Promise<void>((resolve, reject) => {
          part.waiting.push((error) => (error === undefined ? resolve() : reject(error)))
        })
      }
      return finish()
    },
    /** Refuses all writes that were not sent yet, because everything in memory is dropped. */
    forget(): void {
      const parts = [...open.values()]
      open = new Map()
      for (const part of parts) release(part, unavailable())
      schedule()
    },
    /** Refuses new writes. Resolves when all writes have their outcome. */
    async close(): Promise<void> {
      isClosed = true
      if (running.size === 0 && open.size === 0) return
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
    },
  }
}

/** Closes the forks of a commit, and returns what it stores. */
function merge(entries: Iterable<Entry>): Changes {
  const all = Array.from(entries, ({ thing }) => thing.close() ?? {})
  return {
    rooms: all.flatMap(({ rooms = [] }) => rooms),
    boards: all.flatMap(({ boards = [] }) => boards),
    items: all.flatMap(({ items = [] }) => items),
  }
}
