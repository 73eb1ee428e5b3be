import { type Database, type Dialect, SEVERAL_BOARDS } from './database.js'
import { type GroupConnection, type Job, runGroup } from './run-group.js'

export interface GroupCommitOptions {
  dialect: Dialect
  /** The statement that begins a transaction. */
  begin: string
  /** The maximum number of jobs in a group. Other connections wait for the locks of a group until it is committed. */
  max?: number
  /**
   * Whether the work locks the rows of boards. Work on several boards then has a group of its own, because all groups
   * must lock boards in the same order.
   */
  locksRows?: boolean
  connect(): Promise<GroupConnection>
  /** Whether a group that failed may succeed when it runs again. Waits before it resolves with `true`. */
  canRetry?(error: unknown, failures: number): Promise<boolean>
}

/** Orders jobs by board. Groups of several replicas lock boards in this order, so they cannot deadlock. */
function byBoard({ board: a }: Job, { board: b }: Job): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Commits units of work in groups. All work that arrives in one turn of the event loop, or while a group is being
 * committed, shares one transaction, so that it shares the wait for the disk. Each unit has a savepoint and is
 * acknowledged after the commit. A failure of the database fails the whole group, any other error only its own unit.
 */
export function createGroupCommit(options: GroupCommitOptions) {
  const {
    dialect,
    begin,
    max = Number.POSITIVE_INFINITY,
    locksRows = false,
    connect,
    canRetry = async () => false,
  } = options
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

  async function commit(jobs: Job[], failures = 0): Promise<void> {
    try {
      for (const settle of await attempt(jobs)) settle()
    } catch (error) {
      if (await canRetry(error, failures + 1)) return commit(jobs, failures + 1)
      for (const { reject } of jobs) reject(error)
    }
  }

  function takeGroup(): Job[] {
    const several = locksRows ? queue.findIndex(({ board }) => board === SEVERAL_BOARDS) : -1
    return queue.splice(0, several < 0 ? max : Math.min(max, Math.max(1, several))).sort(byBoard)
  }

  async function commitQueued(): Promise<void> {
    while (queue.length > 0) {
      group = commit(takeGroup())
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
