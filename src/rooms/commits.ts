import { setImmediate as nextTurn } from 'node:timers/promises'
import { OutcomeUnknown, TooBusy } from '../contract/errors.js'
import { type Changes, type Storage, unavailable } from './storage/storage.js'
import { dropCleared, newWritten, type Thing, type Written } from './versioned.js'

/** The maximum size of what waits, in bytes. One room can take a quarter of it. */
const WAITING_MAX = 256 * 2 ** 20

/** What a request that waits takes besides its rows, in bytes. */
const REQUEST_BYTES = 2 ** 14

/** All writes of one commit. */
interface Group extends Written {
  /** What waits of each room, in bytes. The group has the sum. */
  sizes: Map<string, number>
  outcome: Promise<void>
  resolve(error?: Error): void
}

function createGroup(): Group {
  let resolve = (_error?: Error) => {}
  const outcome = new Promise<void>((onStored, onFailed) => {
    resolve = (error) => (error === undefined ? onStored() : onFailed(error))
  })
  // Those who wait for it have their own promises.
  outcome.catch(() => {})
  return { ...newWritten(), sizes: new Map(), outcome, resolve }
}

/** Adds a write to a group. */
function add(group: Group, written: Written): void {
  for (const [thing, version] of written.versions) thing.open = version
  for (const cleared of written.cleared) dropCleared(group, cleared)
  for (const name of ['versions', 'rooms', 'boards', 'items', 'blobs', 'cleared'] as const) {
    const all = group[name] as unknown[]
    for (const row of written[name]) all.push(row)
  }
}

/** Returns what a group stores: the last state of each row. */
function changesOf({ rooms, boards, items, blobs, cleared }: Group): Changes {
  return {
    rooms: lastOf(rooms, ({ id }) => id),
    boards: lastOf(boards, ({ id }) => id),
    items: lastOf(items, ({ scope, kind, id }) => `${scope} ${kind} ${id}`),
    blobs,
    cleared,
  }
}

function lastOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return rows.length < 2 ? [...rows] : [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

function thingsOf({ versions }: Group): Set<Thing> {
  return new Set(versions.map(([thing]) => thing))
}

export type Commits = ReturnType<typeof createCommits>

/**
 * Stores what is written: one group after the other, each with everything that was written since the last one. A group
 * fails as a whole, and what was written meanwhile fails, too: it can depend on the group.
 *
 * @param onSettled is called when forks were committed or dropped, with what is stored now; after the responses
 * @param waitingMax tests replace it
 */
export function createCommits(
  storage: Pick<Storage, 'write'>,
  onSettled: (things: Iterable<Thing>, stored?: Changes) => void,
  waitingMax = WAITING_MAX,
) {
  let open = createGroup()
  let sentGroup: Group | undefined
  let loop: Promise<void> | undefined
  let isClosed = false

  function requireSpace(room: string): void {
    if (isClosed) throw unavailable()
    const own = (open.sizes.get(room) ?? 0) + (sentGroup?.sizes.get(room) ?? 0)
    if (open.bytes + (sentGroup?.bytes ?? 0) >= waitingMax || own >= waitingMax / 4) throw new TooBusy()
  }

  async function runAll(): Promise<void> {
    // A group has all writes of a turn of the event loop.
    for (await nextTurn(); open.versions.length > 0; await nextTurn()) {
      sentGroup = open
      open = createGroup()
      for (const thing of thingsOf(sentGroup)) {
        thing.sent = thing.open
        thing.open = undefined
      }
      const changes = changesOf(sentGroup)
      await storage.write(changes).then(
        () => finishCommit(changes),
        (error) => finishCommit(changes, error),
      )
      sentGroup = undefined
    }
    loop = undefined
  }

  function finishCommit(changes: Changes, error?: Error): void {
    const group = sentGroup as Group
    const things = thingsOf(group)
    for (const thing of things) {
      if (error === undefined) thing.committed = thing.sent ?? thing.committed
      thing.sent = undefined
    }
    group.resolve(error instanceof OutcomeUnknown ? error : error && unavailable(error))
    if (error !== undefined) drop(error)
    onSettled(things, error === undefined ? changes : undefined)
  }

  /** Refuses all writes that were not sent yet. */
  function drop(reason?: Error): void {
    const dropped = open
    open = createGroup()
    const things = thingsOf(dropped)
    for (const thing of things) thing.open = undefined
    dropped.resolve(unavailable(reason))
    onSettled(things)
  }

  /**
   * Returns the group on which a write depends: the open one if the write changed something or has seen its forks; else the
   * sent one if the write has seen those; else none.
   */
  function groupOf(written: Written, things: readonly Thing[]): Group | undefined {
    if (written.versions.length > 0 || things.some(({ open }) => open !== undefined)) return open
    return things.some(({ sent }) => sent !== undefined) ? sentGroup : undefined
  }

  return {
    /**
     * Runs a write now, and returns its result, or throws its error, when everything is stored on which that depends. If it
     * depends on nothing that is not stored, that is at once.
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
        add(open, written)
        finish = () => result
      } catch (error) {
        written = newWritten()
        finish = () => {
          throw error
        }
      }
      const group = groupOf(written, things)
      if (group !== undefined) {
        loop ??= runAll()
        const bytes = REQUEST_BYTES + written.bytes
        group.bytes += bytes
        group.sizes.set(room, (group.sizes.get(room) ?? 0) + bytes)
        await group.outcome
      }
      return finish()
    },
    /** Refuses all writes that were not sent yet, because everything in memory is dropped. */
    forget: drop,
    /** Refuses new writes. Resolves when all writes have their outcome. */
    async close(): Promise<void> {
      isClosed = true
      await loop
    },
  }
}
