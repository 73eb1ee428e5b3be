import type { Database, Step, Value } from './database.js'
import { checkChanges, toSlices } from './slices.js'
import { parametersOf, putInto } from './sql.js'
import { type Changes, type Done, type Storage, unavailable } from './storage.js'

/** The maximum size of what waits, in bytes. One room can take a quarter of it. */
const WAITING_MAX = 256 * 2 ** 20

/** The maximum number of blobs that are stored together, and their size in bytes. */
const BLOBS = 64
const BLOB_BYTES = 2 ** 20

/** What waits or runs. */
interface Job {
  room: string
  /** In bytes. */
  size: number
  /** @param changed the number of changed rows */
  done(error?: Error, changed?: number): void
}

interface Commit extends Job {
  changes: Changes
  done: Done
}

/** A statement, or without one the parameters of a blob. */
interface Statement {
  sql?: string
  params: readonly Value[]
}

export interface Commits extends Pick<Storage, 'commit' | 'requireSpace'> {
  /**
   * Runs a statement after the group that runs. Statements take turns with groups, and blobs are stored together.
   *
   * @returns the number of rows that it has changed
   * @throws StoreUnavailable, OutcomeUnknown
   */
  run(statement: Statement & Partial<Job>): Promise<number>
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
  const statements: (Job & Statement)[] = []
  /** The sizes of what waits or runs, by room. */
  const sizes = new Map<string, number>()
  let total = 0
  let running: Promise<void> | undefined
  let isClosed = false

  function requireSpace(room: string): void {
    if (isClosed || total >= waitingMax || (sizes.get(room) ?? 0) >= waitingMax / 4) throw unavailable()
  }

  function count(room: string, size: number): void {
    const sum = (sizes.get(room) ?? 0) + size
    if (sum > 0) sizes.set(room, sum)
    else sizes.delete(room)
    total += size
  }

  function enter<Kind extends Job>(queue: Kind[], job: Kind): void {
    queue.push(job)
    count(job.room, job.size)
    // The first group has all writes of this turn of the event loop.
    running ??= new Promise((resolve) => setImmediate(() => runAll().then(resolve)))
  }

  async function runAll(): Promise<void> {
    while (commits.length + statements.length > 0) {
      const group = commits.splice(0)
      await runJobs(group, toSlices(group.map(({ changes }) => changes)))
      const batch = statements.splice(0, batchLength())
      await runJobs(batch, batch.length > 0 ? [toStatement(batch)] : [])
    }
    running = undefined
  }

  /** Runs jobs in one transaction. */
  async function runJobs(jobs: readonly Job[], steps: readonly Step[]): Promise<void> {
    let changed = 0
    try {
      if (steps.length > 0) changed = await write(steps)
    } catch (error) {
      const dependent = commits.splice(0)
      settle(jobs, error as Error)
      return settle(dependent, unavailable(error))
    }
    settle(jobs, undefined, changed)
  }

  function settle(jobs: readonly Job[], error?: Error, changed?: number): void {
    for (const job of jobs) {
      count(job.room, -job.size)
      job.done(error, changed)
    }
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

  return {
    requireSpace,
    commit(room, changes, done) {
      requireSpace(room)
      enter(commits, { room, changes, size: checkChanges(changes), done })
    },
    async run({ room = '', size = 0, ...statement }) {
      requireSpace(room)
      return new Promise((resolve, reject) => {
        const done = (error?: Error, changed = 0) => (error === undefined ? resolve(changed) : reject(error))
        enter(statements, { ...statement, room, size, done })
      })
    },
    async drain() {
      isClosed = true
      await running
    },
  }
}

/** Returns the statement of a batch. */
function toStatement(batch: readonly Statement[]): Step {
  const rows = batch.map(() => parametersOf('blob'))
  return {
    sql: batch[0]?.sql ?? putInto('blob', `VALUES ${rows.join(', ')}`),
    params: batch.flatMap(({ params }) => params),
  }
}
