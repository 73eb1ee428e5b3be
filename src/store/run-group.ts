import { StoreUnavailable } from '../errors.js'
import type { LockedRow, Queryable, Transaction } from './database.js'

/** A unit of work, and the promise of its caller. */
export interface Job {
  work: (tx: Transaction) => Promise<unknown>
  /** The board whose row the work locks, or `''`. */
  board: string
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** A connection that only one group uses. */
export interface GroupConnection {
  tx: Queryable
  /** Runs statements without parameters and rows, in order. */
  control(...statements: string[]): Promise<void>
  /** Whether statements can be sent before earlier ones have completed. After one fails, all later ones fail. */
  isPipelined?: true
  /** Gives the connection back. If the group has failed, its transaction is rolled back. */
  release(hasFailed: boolean): void
}

/**
 * Runs the jobs of a group in one transaction, each within a savepoint.
 *
 * Over a pipelined connection, a job starts when the final statement of the previous job is sent. If that statement
 * fails, everything sent after it is lost. Then the group runs again, and each job waits for the previous one.
 *
 * @param begin the statement that begins a transaction
 * @returns functions that settle the promises of the callers
 * @throws if the whole group fails
 */
export async function runGroup(
  connection: GroupConnection,
  begin: string,
  jobs: Job[],
  isPipelined = connection.isPipelined ?? false,
): Promise<(() => void)[]> {
  const sent: Promise<void>[] = []
  try {
    return await run(connection, begin, jobs, isPipelined, sent)
  } catch (error) {
    const [failure] = await findFailures(sent)
    if (failure === undefined) throw error
    if (failure instanceof StoreUnavailable) throw failure
    await connection.control('ROLLBACK')
    return runGroup(connection, begin, jobs, false)
  }
}

async function run(
  { tx, control }: GroupConnection,
  begin: string,
  jobs: Job[],
  isPipelined: boolean,
  sent: Promise<void>[],
): Promise<(() => void)[]> {
  const outcomes: (() => void)[] = []
  const locked = new Map<string, LockedRow>()
  for (const [index, { work, resolve, reject }] of jobs.entries()) {
    const saved = control(index === 0 ? begin : 'RELEASE job', 'SAVEPOINT job')
    // Statements sent before the transaction has begun would run outside of it if BEGIN failed.
    if (index === 0 || !isPipelined) await saved
    const before = [...locked]
    const { runFinal, isSent } = announceFinal(tx)
    const transaction = { ...tx, locked, runFinal: isPipelined ? runFinal : tx.all }
    const finished = Promise.all([saved, work(transaction)]).then(([, result]) => {
      outcomes.push(() => resolve(result))
    })
    // `findFailures` handles the rejection later.
    finished.catch(() => {})
    try {
      await Promise.race([finished, isSent])
      sent.push(finished)
    } catch (error) {
      if (error instanceof StoreUnavailable || (await findFailures(sent)).length > 0) throw error
      await control('ROLLBACK TO job')
      locked.clear()
      for (const [name, row] of before) locked.set(name, row)
      outcomes.push(() => reject(error))
    }
  }
  await Promise.all(sent)
  for (const { update } of locked.values()) if (update !== undefined) await tx.all(...update)
  await control('RELEASE job', 'COMMIT')
  return outcomes
}

/** Returns a `runFinal`, and a promise that resolves when it is called. */
function announceFinal(tx: Queryable): { runFinal: Queryable['all']; isSent: Promise<void> } {
  let announce = () => {}
  const isSent = new Promise<void>((resolve) => {
    announce = resolve
  })
  return {
    isSent,
    runFinal(sql, params) {
      const rows = tx.all<never>(sql, params)
      announce()
      return rows
    },
  }
}

/** Waits for all promises and returns the errors of those that reject. */
async function findFailures(promises: Promise<void>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(promises)
  return settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
}
