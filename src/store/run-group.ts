import { StoreUnavailable } from '../errors.js'
import type { LockedRow, Queryable, Transaction } from './database.js'

/** What is asked for, and who waits for it. */
export interface Job {
  work: (tx: Transaction) => Promise<unknown>
  /** The board whose row it locks, `''` where it locks none. */
  board: string
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

/**
 * Does the work of a group in one transaction, with a savepoint each.
 *
 * Over a pipelined connection each begins when the last statement of the one before is sent. Should that statement fail,
 * what was sent after it is lost: then the group is done again, and each waits for the one before.
 *
 * @param begin the statement that begins a transaction
 * @returns what tells those who wait
 * @throws whatever fails the whole group
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
  const done: (() => void)[] = []
  const locked = new Map<string, LockedRow>()
  for (const [index, { work, resolve, reject }] of jobs.entries()) {
    const saved = control(index === 0 ? begin : 'RELEASE job', 'SAVEPOINT job')
    // Where a transaction has not begun, nothing may be sent that belongs into it.
    if (index === 0 || !isPipelined) await saved
    const before = [...locked]
    const { runFinal, isSent } = announceFinal(tx)
    const transaction = { ...tx, locked, runFinal: isPipelined ? runFinal : tx.all }
    const finished = Promise.all([saved, work(transaction)]).then(([, result]) => {
      done.push(() => resolve(result))
    })
    // It is looked at later.
    finished.catch(() => {})
    try {
      await Promise.race([finished, isSent])
      sent.push(finished)
    } catch (error) {
      if (error instanceof StoreUnavailable || (await findFailures(sent)).length > 0) throw error
      await control('ROLLBACK TO job')
      locked.clear()
      for (const [name, row] of before) locked.set(name, row)
      done.push(() => reject(error))
    }
  }
  await Promise.all(sent)
  for (const { update } of locked.values()) if (update !== undefined) await tx.all(...update)
  await control('RELEASE job', 'COMMIT')
  return done
}

/** Tells when the last statement of some work is sent. */
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

/** How some of several have failed, once all are answered. */
async function findFailures(outcomes: Promise<void>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(outcomes)
  return settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
}
