import type { Database, Value } from './database.js'
import { checkChanges, toSlices } from './slices.js'
import { parametersOf, putInto } from './sql.js'
import { type Changes, type Done, type Storage, unavailable } from './storage.js'

/** The maximum size of what waits, in bytes. One room can take a quarter of it. */
const WAITING_MAX = 256 * 2 ** 20

/** The maximum number of blobs that are stored together, and their size in bytes. */
const BLOBS = 64
const BLOB_BYTES = 2 ** 20

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

/** A statement, or without one the parameters of a blob. */
interface Statement extends Entry {
  sql?: string
  params: readonly Value[]
  resolve(changed: number): void
  reject(error: Error): void
}

export interface Commits extends Pick<Storage, 'commit' | 'requireSpace'> {
  /**
   * Runs a statement after the group that runs. Statements take turns with groups.
   *
   * @param statement without `sql`, the parameters of a blob, which is stored together with others
   * @returns the number of rows that it has changed
   * @throws StoreUnavailable, OutcomeUnknown
   */
  run(statement: Pick<Statement, 'sql' | 'params'> & Partial<Entry>): Promise<number>
  /** Refuses new calls. Resolves when what waits has its outcome. */
  drain(): Promise<void>
}

/**
 * Commits in groups, one after the other. A group has everything that waits, of all rooms. If a group or a statement
 * fails, what waits by then fails, too: it can depend on the group, or on memory that was dropped.
 *
 * @param waitingMax tests replace it
 */
export function createCommits({ write }: Pick<Database, 'write'>, waitingMax = WAITING_MAX): Commits {
  const commits: Commit[] = []
  const statements: Statement[] = []
  /** The sizes of what waits or runs, by room. */
  const sizes = new Map<string, number>()
  let total = 0
  let running: Promise<void> | undefined
  let isClosed = false

  function requireSpace(room: string): void {
    if (isClosed || total >= waitingMax || (sizes.get(room) ?? 0) >= waitingMax / 4) throw unavailable()
  }

  function count({ room, size }: Entry, sign: 1 | -1): void {
    const sum = (sizes.get(room) ?? 0) + sign * size
    if (sum > 0) sizes.set(room, sum)
    else sizes.delete(room)
    total += sign * size
  }

  function enter(entry: Entry): void {
    count(entry, 1)
    // The first group has all writes of this turn of the event loop.
    running ??= new Promise((resolve) => setImmediate(() => runAll().then(resolve)))
  }

  async function runAll(): Promise<void> {
    while (commits.length > 0 || statements.length > 0) {
      if (commits.length > 0) await runGroup(commits.splice(0))
      if (statements.length > 0) await runStatements(statements.splice(0, batchLength()))
    }
    running = undefined
  }

  function settle(group: readonly Commit[], error?: Error): void {
    for (const commit of group) {
      count(commit, -1)
      commit.done(error)
    }
  }

  async function runGroup(group: readonly Commit[]): Promise<void> {
    try {
      const slices = toSlices(group.map(({ changes }) => changes))
      if (slices.length > 0) await write(slices)
    } catch (error) {
      const dependent = commits.splice(0)
      settle(group, error as Error)
      return settle(dependent, unavailable(error))
    }
    settle(group)
  }

  /** Returns how many of the next statements run as one: blobs do. */
  function batchLength(): number {
    let bytes = 0
    const end = statements.findIndex(({ sql, size }, index) => {
      bytes += size
      const isAlone = sql !== undefined || statements[0]?.sql !== undefined
      return index > 0 && (isAlone || index === BLOBS || bytes > BLOB_BYTES)
    })
    return end === -1 ? statements.length : end
  }

  async function runStatements(batch: readonly Statement[]): Promise<void> {
    const rows = batch.map(() => parametersOf('blob'))
    const sql = batch[0]?.sql ?? putInto('blob', `VALUES ${rows.join(', ')}`)
    try {
      const changed = await write([{ sql, params: batch.flatMap(({ params }) => params) }])
      for (const { resolve } of batch) resolve(changed)
    } catch (error) {
      for (const { reject } of batch) reject(error as Error)
      settle(commits.splice(0), unavailable(error))
    } finally {
      for (const statement of batch) count(statement, -1)
    }
  }

  return {
    requireSpace,
    commit(room, changes, done) {
      requireSpace(room)
      const commit = { room, changes, size: checkChanges(changes), done }
      commits.push(commit)
      enter(commit)
    },
    async run({ sql, params, room = '', size = 0 }) {
      requireSpace(room)
      return new Promise((resolve, reject) => {
        const statement = { ...(sql && { sql }), params, room, size, resolve, reject }
        statements.push(statement)
        enter(statement)
      })
    },
    async drain() {
      isClosed = true
      await running
    },
  }
}
