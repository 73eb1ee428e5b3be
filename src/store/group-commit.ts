import { StoreUnavailable } from '../contract/errors.js'
import { type GroupBoard, readBoard } from './board-transaction.js'
import type { BoardTransaction, BoardWork, Database, Queryable } from './database.js'

/** A connection that only one group uses. */
export interface GroupConnection {
  tx: Queryable
  /** Runs statements without parameters and rows, in order. */
  control(...statements: string[]): Promise<void>
  /** Ends the transaction of a group that has failed. */
  rollBack(): void
}

export interface GroupCommitOptions {
  /** The statement that begins a transaction. */
  begin: string
  connect(): Promise<GroupConnection>
}

/** A unit of work, and the promise of its caller. */
interface Job {
  /** The board whose content the work changes. */
  board: string | undefined
  work: BoardWork<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Commits units of work in groups. All work that arrives in one turn of the event loop, or while a group is being
 * committed, shares one transaction, so that it shares the wait for the disk. Each unit has a savepoint and is
 * acknowledged after the commit. A failure of the database fails the whole group, any other error only its own unit.
 */
export function createGroupCommit({ begin, connect }: GroupCommitOptions) {
  const queue: Job[] = []
  let isCommitting = false
  let group: Promise<void> | undefined

  async function commit(jobs: Job[]): Promise<void> {
    let connection: GroupConnection | undefined
    try {
      connection = await connect()
      for (const settle of await runGroup(connection, begin, jobs)) settle()
    } catch (error) {
      connection?.rollBack()
      // Without a connection, the jobs in the queue would wait as long, and then fail too.
      const failed = connection === undefined ? [...jobs, ...queue.splice(0)] : jobs
      for (const { reject } of failed) reject(error)
    }
  }

  async function commitQueued(): Promise<void> {
    while (queue.length > 0) {
      group = commit(queue.splice(0))
      await group
      group = undefined
      await new Promise(setImmediate)
    }
    isCommitting = false
  }

  function enqueue<T>(work: BoardWork<T>, board?: string): Promise<T> {
    return new Promise((resolve, reject) => {
      queue.push({ board, work, resolve: resolve as Job['resolve'], reject })
      if (isCommitting) return
      isCommitting = true
      setImmediate(commitQueued)
    })
  }

  return {
    changeBoard: (board, work) => enqueue(work, board),
    transaction: (work) => enqueue(work),
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

/**
 * Runs the jobs of a group in one transaction, each within a savepoint.
 *
 * @returns functions that settle the promises of the callers
 * @throws if the whole group fails
 */
async function runGroup({ tx, control }: GroupConnection, begin: string, jobs: readonly Job[]) {
  const outcomes: (() => void)[] = []
  const boards = new Map<string, GroupBoard>()
  let hasChanged = false
  await control(begin)
  for (const [index, { board: id, work, resolve, reject }] of jobs.entries()) {
    const board = id === undefined ? undefined : (boards.get(id) ?? (await readBoard(tx, id)))
    if (id !== undefined && board !== undefined) boards.set(id, board)
    // The work need not wait for its savepoint: a connection runs statements in order.
    const saved = control(...(index === 0 ? [] : ['RELEASE job']), 'SAVEPOINT job')
    try {
      const [result] = await Promise.all([board?.run(work) ?? work(tx as BoardTransaction), saved])
      hasChanged = true
      outcomes.push(() => resolve(result))
    } catch (error) {
      await saved
      if (error instanceof StoreUnavailable) throw error
      await control('ROLLBACK TO job')
      outcomes.push(() => reject(error))
    }
  }
  for (const board of boards.values()) await board.write()
  // A commit would wait for the disk, although nothing has changed.
  await control(hasChanged ? 'COMMIT' : 'ROLLBACK')
  return outcomes
}
