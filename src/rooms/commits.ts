import { setImmediate as nextTurn } from 'node:timers/promises'
import { OutcomeUnknown, TooBusy } from '../contract/errors.js'
import { type Changes, type Key, type Storage, unavailable } from './storage/storage.js'
import { dropCleared, newWritten, type Thing, type Written } from './versioned.js'

/** The maximum size of what waits, in bytes. One room can take a quarter of it. */
const WAITING_MAX = 256 * 2 ** 20

/** What a request that waits takes besides its rows, in bytes. */
const REQUEST_BYTES = 2 ** 14

/** What a commit stores of a room and its boards. */
interface Part extends Written {
  /** What the writes have changed. */
  things: Set<Thing>
  outcome: Promise<void>
  resolve(error?: Error): void
}

function createPart(): Part {
  let resolve = (_error?: Error) => {}
  const outcome = new Promise<void>((onStored, onFailed) => {
    resolve = (error) => (error === undefined ? onStored() : onFailed(error))
  })
  // Those who wait for it have their own promises.
  outcome.catch(() => {})
  return { ...newWritten(), things: new Set(), outcome, resolve }
}

/** Returns what parts store: the last state of each row. */
function changesOf(parts: readonly Part[]): Changes {
  const last = new Map(parts.flatMap(({ items }) => items).map((item) => [textOf(item), item]))
  return {
    items: [...last.values()],
    // The item of a blob can be deleted before the commit.
    blobs: parts.flatMap(({ blobs }) => blobs).filter((blob) => last.get(textOf(blob))?.value !== null),
    cleared: parts.flatMap(({ cleared }) => cleared),
  }
}

function textOf({ scope, kind, id }: Key): string {
  return `${scope} ${kind} ${id}`
}

export type Commits = ReturnType<typeof createCommits>

/**
 * Stores what is written: one commit after the other, each with everything that was written since the last one. A commit
 * fails as a whole. What was written meanwhile to its rooms and their boards fails, too: it can depend on the commit.
 *
 * @param onSettled is called when forks were committed or dropped, with what is stored now: before those who wait for it continue
 * @param waitingMax tests replace it
 */
export function createCommits(
  storage: Pick<Storage, 'write'>,
  onSettled: (things: readonly Thing[], stored?: Changes) => void,
  waitingMax = WAITING_MAX,
) {
  /** The parts of the next commit, and of the one that runs, by the ids of their rooms. */
  let open = new Map<string, Part>()
  let sent = new Map<string, Part>()
  /** The size of all parts in bytes. */
  let waiting = 0
  let loop: Promise<void> | undefined
  let isClosed = false

  function requireSpace(room: string): void {
    if (isClosed) throw unavailable()
    const own = (open.get(room)?.bytes ?? 0) + (sent.get(room)?.bytes ?? 0)
    if (waiting >= waitingMax || own >= waitingMax / 4) throw new TooBusy()
  }

  /**
   * Adds a write to the commit that it must wait for, and returns that part: the next commit, if the write changed something
   * or read a version of that commit; the running commit, if it read one of its versions; otherwise none.
   */
  function join(room: string, things: readonly Thing[], written: Written): Part | undefined {
    const hasChanged = written.versions.length > 0
    const isOpen = hasChanged || things.some(({ open }) => open !== undefined)
    if (!isOpen && things.every(({ sent }) => sent === undefined)) return undefined
    const parts = isOpen ? open : sent
    const part = parts.get(room) ?? createPart()
    parts.set(room, part)
    const bytes = REQUEST_BYTES + written.bytes
    part.bytes += bytes
    waiting += bytes
    if (!hasChanged) return part
    for (const [thing, version] of written.versions) {
      part.things.add(thing)
      thing.open = version
    }
    for (const cleared of written.cleared) dropCleared(part, cleared)
    for (const name of ['items', 'blobs', 'cleared'] as const) {
      const all = part[name] as unknown[]
      for (const row of written[name]) all.push(row)
    }
    return part
  }

  async function runAll(): Promise<void> {
    // A commit has all writes of a turn of the event loop.
    for (await nextTurn(); open.size > 0; await nextTurn()) {
      sent = open
      open = new Map()
      for (const thing of thingsOf(sent.values())) {
        thing.sent = thing.open
        thing.open = undefined
      }
      const changes = changesOf([...sent.values()])
      await storage.write(changes).then(
        () => finish(changes),
        (error) => finish(changes, error),
      )
    }
    loop = undefined
  }

  function finish(changes: Changes, error?: Error): void {
    const parts = sent
    sent = new Map()
    const things = thingsOf(parts.values())
    for (const thing of things) {
      if (error === undefined) thing.committed = thing.sent ?? thing.committed
      thing.sent = undefined
    }
    settle(parts.values(), error instanceof OutcomeUnknown ? error : error && unavailable(error))
    if (error !== undefined) drop(error, parts.keys())
    onSettled(things, error === undefined ? changes : undefined)
  }

  function settle(parts: Iterable<Part>, error: Error | undefined): void {
    for (const { bytes, resolve } of parts) {
      waiting -= bytes
      resolve(error)
    }
  }

  /** Refuses the writes to some rooms that were not sent yet; by default, to all. */
  function drop(reason?: Error, rooms: Iterable<string> = open.keys()): void {
    const dropped = [...rooms].flatMap((room) => open.get(room) ?? [])
    open = new Map([...open].filter(([, part]) => !dropped.includes(part)))
    const things = thingsOf(dropped)
    for (const thing of things) thing.open = undefined
    settle(dropped, unavailable(reason))
    onSettled(things)
  }

  return {
    /**
     * Runs a write now. Returns its result, or throws its error, once everything it has read or written is stored; at once
     * if that already is.
     *
     * @param things everything that the write can read or change; first the room. It limits what waits.
     * @param work adds what it changes to its parameter
     * @throws StoreUnavailable if nothing was stored, OutcomeUnknown if nobody knows, TooBusy if too much waits
     */
    async write<Result>(things: readonly Thing[], work: (written: Written) => Result): Promise<Result> {
      const [{ id: room }] = things as [Thing]
      requireSpace(room)
      let written = newWritten()
      let finish: () => Result
      try {
        const result = work(written)
        finish = () => result
      } catch (error) {
        written = newWritten()
        finish = () => {
          throw error
        }
      }
      const part = join(room, things, written)
      if (part !== undefined) {
        loop ??= runAll()
        await part.outcome
      }
      return finish()
    },
    /** Refuses all writes that were not sent yet, because everything in memory is dropped. */
    forget: () => drop(),
    /** Refuses new writes. Resolves when all writes have their outcome. */
    async close(): Promise<void> {
      isClosed = true
      await loop
    },
  }
}

function thingsOf(parts: Iterable<Part>): Thing[] {
  return [...parts].flatMap(({ things }) => [...things])
}
