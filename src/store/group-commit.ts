import type { Database, Transaction } from './database.js'
import { type GroupConnection, type Job, runGroup } from './run-group.js'

export interface GroupCommitOptions {
  /** The statement that begins a transaction. */
  begin: string
  /** How many share a group at most; for so long others wait for what the group has locked. */
  max?: number
  connect(): Promise<GroupConnection>
  /** Whether a failure goes away when the same is done once more; waits until it is worth trying. */
  canRetry?(error: unknown, failures: number): Promise<boolean>
}

/** So that groups of several replicas that lock the same boards wait for one another, and never in a circle. */
function byBoard({ board: a }: Job, { board: b }: Job): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Commits in groups: what is asked for in one turn of the event loop, or while another group is being committed, shares
 * one transaction, with a savepoint each, and is acknowledged after its commit. So a commit that waits for the disk
 * costs each of them little. A failure of the database fails the whole group; any other one only what caused it.
 */
export function createGroupCommit(options: GroupCommitOptions) {
  const { begin, max = Number.POSITIVE_INFINITY, connect, canRetry = async () => false } = options
  const queue: Job[] = []
  let isCommitting = false
  let group: Promise<void> | undefined

  async function attempt(jobs: Job[]): Promise<(() => void)[]> {
    const connection = await connect().catch((error) => {
      // Those behind them would wait as long, for the same answer.
      jobs.push(...queue.splice(0))
      throw error
    })
    let hasFailed = true
    try {
      const done = await runGroup(connection, begin, jobs)
      hasFailed = false
      return done
    } finally {
      connection.release(hasFailed)
    }
  }

  async function commit(jobs: Job[], failures = 0): Promise<void> {
    try {
      for (const acknowledge of await attempt(jobs)) acknowledge()
    } catch (error) {
      if (await canRetry(error, failures + 1)) return commit(jobs, failures + 1)
      for (const { reject } of jobs) reject(error)
    }
  }

  async function commitQueued(): Promise<void> {
    while (queue.length > 0) {
      group = commit(queue.splice(0, max).sort(byBoard))
      await group
      group = undefined
      await new Promise(setImmediate)
    }
    isCommitting = false
  }

  return {
    transaction: <T>(work: (tx: Transaction) => Promise<T>, board = '') =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work, board, resolve: resolve as (result: unknown) => void, reject })
        if (isCommitting) return
        isCommitting = true
        setImmediate(commitQueued)
      }),
    /** Resolves when no group is being committed. */
    async settle(): Promise<void> {
      while (group !== undefined) await group
    },
    /** Resolves when there is nothing left to commit. */
    async drain(): Promise<void> {
      while (isCommitting) await (group ?? new Promise(setImmediate))
    },
  } satisfies Pick<Database, 'transaction'> & Record<string, unknown>
}
