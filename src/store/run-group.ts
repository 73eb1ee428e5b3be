import { StoreUnavailable } from '../contract/errors.js'
import { type LockedBoard, lockBoard } from './board-transaction.js'
import type { BoardTransaction, BoardWork, Dialect, Queryable } from './database.js'

/** A unit of work, and the promise of its caller. */
export interface Job {
  /** The board that the work uses, or `''`. */
  board: string
  /** Whether the work changes the content of the board, so that its row must be locked and gets a new revision. */
  changesBoard: boolean
  work: BoardWork<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** A connection that only one group uses. */
export interface GroupConnection {
  tx: Queryable
  /** Runs statements without parameters and rows, in order. */
  control(...statements: string[]): Promise<void>
  /** Gives the connection back. If the group has failed, its transaction is rolled back. */
  release(hasFailed: boolean): void
}

/**
 * Runs the jobs of a group in one transaction, each within a savepoint. Each board is locked and written once for all
 * of its jobs, so the jobs must be ordered by board.
 *
 * @param begin the statement that begins a transaction
 * @returns functions that settle the promises of the callers
 * @throws if the whole group fails
 */
export async function runGroup(
  { tx, control }: GroupConnection,
  dialect: Dialect,
  begin: string,
  jobs: readonly Job[],
): Promise<(() => void)[]> {
  const outcomes: (() => void)[] = []
  let locked: LockedBoard | undefined
  let hasChanged = false
  await control(begin)
  for (const [index, { board, changesBoard, work, resolve, reject }] of jobs.entries()) {
    if (changesBoard && locked?.board !== board) {
      await locked?.write()
      // The lock comes before the savepoint, because a rollback to the savepoint must not release it.
      locked = await lockBoard(tx, dialect, board)
    }
    // The work need not wait for its savepoint: a connection runs statements in order.
    const saved = control(...(index === 0 ? [] : ['RELEASE job']), 'SAVEPOINT job')
    try {
      const [result] = await Promise.all([changesBoard ? locked?.run(work) : work(tx as BoardTransaction), saved])
      hasChanged = true
      outcomes.push(() => resolve(result))
    } catch (error) {
      await saved
      if (error instanceof StoreUnavailable) throw error
      await control('ROLLBACK TO job')
      outcomes.push(() => reject(error))
    }
  }
  await locked?.write()
  // A commit would wait for the disk, although nothing has changed.
  await control(hasChanged ? 'COMMIT' : 'ROLLBACK')
  return outcomes
}
