import type { Database, Dialect } from './database.js'
import { type GroupConnection, type Job, runGroup } from './run-group.js'

export interface GroupCommitOptions {
  dialect: Dialect
  /** The statement that begins a transaction. */
  begin: string
  connect(): Promise<GroupConnection>
}

/** Orders jobs by board, because a group writes the row of each board once. */
function byBoard({ board: a }: Job, { board: b }: Job): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Commits units of work in groups. All work that arrives in one turn of the event loop, or while a group is being
 * committed, shares one transaction, so that it shares the wait for the disk. Each unit has a savepoint and is
 * acknowledged after the commit. A failure of the database fails the whole group, any other error only its own unit.
 */
export function createGroupCommit({ dialect, begin, connect }: GroupCommitOptions) {
  const queue: Job[] = []
  let isCommitting = false
  let group: Promise<void> | undefined

  async function attempt(jobs: Job[]): Promise<(() => void)[]> {
    const connection = await connect().catch((error) => {
      // The jobs in the queue would wait as long, and then fail too.
      jobs.push(...queue.splice(0))
      throw error
    })
    let hasFailed = true
    try {
      const outcomes = await runGroup(connection, dialect, begin, jobs)
      hasFailed = false
      return outcomes
    } finally {
      connection.release(hasFailed)
    }
  }

  async function commit(jobs: Job[]): Promise<void> {
    try {
      for (const settle of await attempt(jobs)) settle()
    } catch (error) {
      for (const { reject } of jobs) reject(error)
    }
  }

  async function commitQueued(): Promise<void> {
    while (queue.length > 0) {
      group = commit(queue.splice(0).sort(byBoard))
      await group
      group = undefined
      await new Promise(setImmediate)
    }
    isCommitting = false
  }

  function enqueue<T>(job: Omit<Job, 'resolve' | 'reject'>): Promise<T> {
    return new Promise((resolve, reject) => {
      queue.push({ ...job, resolve: resolve as Job['resolve'], reject })
      if (isCommitting) return
      isCommitting = true
      setImmediate(commitQueued)
    })
  }

  return {
    changeBoard: (board, work) => enqueue({ board, changesBoard: true, work }),
    transaction: (work, board = '') => enqueue({ board, changesBoard: false, work }),
    /** Resolves when no group is being committed. */
    async idle(): Promise<void> {
      while (group !== undefined) await group
    },
    /** Resolves when the queue is empty and no group is being committed. */
    async drain(): Promise<void> {
      while (isCommitting) await (group ?? new Promise(setImmediate))
    },
  } satisfies Pick<Database, 'changeBoard' | 'transaction'> & Record<string, unknown>
}
