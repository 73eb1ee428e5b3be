import { checkChanges } from './check-changes.js'
import type { Engine } from './engine.js'
import type { Value } from './queryable.js'
import { toSlices } from './slices.js'
import { type Changes, type Done, unavailable } from './storage.js'

/** The maximum size of what waits, in bytes. One room can take a quarter of it. */
const WAITING_MAX = 256 * 2 ** 20

/** What waits or runs. */
interface Entry {
  room: string
  /** In bytes. */
  size: number
}

interface Commit extends Entry {
  changes: Changes
  done: Done
}

/** A statement that runs between commits. */
export interface Statement {
  /** Its text, or a function that returns it for some rows. Those with the same function run as one. */
  sql: string | ((rows: number) => string)
  params: readonly Value[]
}

/** The maximum number of statements that run as one, and the size of their parameters in bytes. */
const BATCH = 64
const BATCH_BYTES = 2 ** 20

interface WaitingStatement extends Entry, Statement {
  resolve(changed: number): void
  reject(error: Error): void
}

export interface Commits {
  /** See `Storage`. */
  commit(room: string, changes: Changes, done: Done): void
  /** See `Storage`. */
  requireSpace(room: string): void
  /**
   * Runs a statement after the group that runs. Statements take turns with groups.
   * It resolves to the number of rows that it, and those that run with it, have changed.
   *
   * @param entry counts as what waits
   * @throws StoreUnavailable, OutcomeUnknown
   */
  run(statement: Statement, entry?: Entry): Promise<number>
  /** Refuses new calls. Resolves when what waits has its outcome. */
  drain(): Promise<void>
}

/**
 * Commits in groups, one after the other. A group has everything that waits, of all rooms. If a group or a statement
 * fails, what waits by then fails, too: it can depend on the group, or on memory that was dropped.
 *
 * @param waitingMax tests replace it
 */
export function createCommits(engine: Pick<Engine, 'commit' | 'run'>, waitingMax = WAITING_MAX): Commits {
  const waiting: Commit[] = []
  const statements: WaitingStatement[] = []
  /** The sizes of what waits or runs, by room. */
  const sizes = new Map<string, number>()
  let total = 0
  let isRunning = false
  let isClosed = false
  let onIdle = () => {}

  function requireSpace(room: string): void {
    if (isClosed || total >= waitingMax || (sizes.get(room) ?? 0) >= waitingMax / 4) throw unavailable()
  }

  function enter({ room, size }: Entry): void {
    sizes.set(room, (sizes.get(room) ?? 0) + size)
    total += size
    if (isRunning) return
    isRunning = true
    // The first group has all writes of this turn of the event loop.
    setImmediate(runAll)
  }

  function leave({ room, size }: Entry): void {
    const rest = (sizes.get(room) ?? 0) - size
    if (rest > 0) sizes.set(room, rest)
    else sizes.delete(room)
    total -= size
  }

  function settle(commits: readonly Commit[], error?: Error): void {
    for (const commit of commits) {
      leave(commit)
      commit.done(error)
    }
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0 || statements.length > 0) {
      if (waiting.length > 0) await runGroup()
      if (statements.length > 0) await runStatements(statements.splice(0, batchLength()))
    }
    isRunning = false
    onIdle()
  }

  async function runGroup(): Promise<void> {
    const group = waiting.splice(0)
    try {
      const slices = toSlices(group.map(({ changes }) => changes))
      if (slices.length > 0) await engine.commit(slices)
    } catch (error) {
      const dependent = waiting.splice(0)
      settle(group, error as Error)
      return settle(dependent, unavailable(error))
    }
    settle(group)
  }

  /** Returns how many of the next statements run as one. */
  function batchLength(): number {
    const [first] = statements
    let bytes = 0
    const end = statements.findIndex(({ sql, size }, index) => {
      bytes += size
      return index > 0 && (typeof sql === 'string' || sql !== first?.sql || index === BATCH || bytes > BATCH_BYTES)
    })
    return end === -1 ? statements.length : end
  }

  async function runStatements(batch: readonly WaitingStatement[]): Promise<void> {
    const { sql } = batch[0] as WaitingStatement
    try {
      const text = typeof sql === 'string' ? sql : sql(batch.length)
      const changed = await engine.run(
        text,
        batch.flatMap(({ params }) => params),
      )
      for (const { resolve } of batch) resolve(changed)
    } catch (error) {
      for (const { reject } of batch) reject(error as Error)
      settle(waiting.splice(0), unavailable(error))
    } finally {
      batch.forEach(leave)
    }
  }

  return {
    requireSpace,
    commit(room, changes, done) {
      requireSpace(room)
      const commit = { room, changes, size: checkChanges(changes), done }
      waiting.push(commit)
      enter(commit)
    },
    async run(statement, entry = { room: '', size: 0 }) {
      requireSpace(entry.room)
      return new Promise((resolve, reject) => {
        statements.push({ ...statement, ...entry, resolve, reject })
        enter(entry)
      })
    },
    async drain() {
      isClosed = true
      if (!isRunning) return
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
    },
  }
}
