import { StoreUnavailable } from '../errors.js'
import type { Database, LockedRow, Queryable, Transaction } from './database.js'

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** A connection that one group has for itself. */
export interface GroupConnection {
  tx: Queryable
  /** Runs statements without parameters and without rows, in their order. */
  control(...statements: string[]): Promise<void>
  /** Whether statements may be sent before those before them are answered; after one that fails, all fail. */
  isPipelined?: true
  /** Gives the connection back; of a group that has failed nothing may remain. */
  release(hasFailed: boolean): void
}

export interface GroupCommitOptions {
  /** The statement that begins a transaction. */
  begin: string
  /** How many share a group at most; for so long others wait for what the group has locked. */
  max?: number
  connect(): Promise<GroupConnection>
  /** Whether a failure goes away when the same is done once more; waits until it is worth trying. */
  canRetry?(error: unknown, failures: number): Promise<boolean>
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

  /** Does the work of a group; what it returns tells the callers. */
  async function run({ tx, control, isPipelined }: GroupConnection, jobs: Job[]): Promise<(() => void)[]> {
    const done: (() => void)[] = []
    const locked = new Map<string, LockedRow>()
    const transaction: Transaction = { ...tx, locked }
    for (const [index, { work, resolve, reject }] of jobs.entries()) {
      const saved = control(index === 0 ? begin : 'RELEASE job', 'SAVEPOINT job')
      // Where a transaction has not begun, nothing may be sent that belongs into it.
      if (index === 0 || !isPipelined) await saved
      const before = [...locked]
      try {
        const [, result] = await Promise.all([saved, work(transaction)])
        done.push(() => resolve(result))
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error
        await control('ROLLBACK TO job')
        locked.clear()
        for (const [name, row] of before) locked.set(name, row)
        done.push(() => reject(error))
      }
    }
    for (const { update } of locked.values()) if (update !== undefined) await tx.all(...update)
    await control('RELEASE job', 'COMMIT')
    return done
  }

  async function attempt(jobs: Job[]): Promise<(() => void)[]> {
    const connection = await connect().catch((error) => {
      // Those behind them would wait as long, for the same answer.
      jobs.push(...queue.splice(0))
      throw error
    })
    let hasFailed = true
    try {
      const done = await run(connection, jobs)
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
      group = commit(queue.splice(0, max))
      await group
      group = undefined
      await new Promise(setImmediate)
    }
    isCommitting = false
  }

  return {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (result: unknown) => void, reject })
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
