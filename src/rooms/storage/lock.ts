import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { toTimestamp } from '../../contract/time.js'

/** The time for which a process waits for the one that serves the database, in milliseconds. */
const PATIENCE = 30_000

/** The interval of the attempts to take the lock, in milliseconds. */
export const INTERVAL = 250

/** The process that serves a database, as the row of the table `owner` names it. Its token is one that no other has. */
export type Owner = ReturnType<typeof createOwner>

/** Returns this process as the owner of a database. */
export function createOwner() {
  return { token: randomUUID() as string, host: hostname(), process: process.pid, since: toTimestamp(Date.now()) }
}

/** Another process serves the database. The message says which one. */
export class DatabaseInUse extends Error {}

export interface WaitOptions {
  /** Tells the operator who serves the database, and that this process waits. */
  onWait?: ((message: string) => void) | undefined
  /** The maximum wait in milliseconds. */
  patience?: number | undefined
}

/**
 * Takes the lock of a database. Waits while another process holds it: that process may be stopping.
 *
 * @param tryLock takes the lock, or returns `undefined` if another process holds it
 * @param readOwner returns the owner that the database names, or `undefined` if it cannot be read
 * @throws DatabaseInUse if the other process still holds the lock after the wait
 */
export async function waitForLock<Lock>(
  tryLock: () => Promise<Lock | undefined>,
  readOwner: () => Promise<Owner | undefined>,
  { onWait = () => {}, patience = PATIENCE }: WaitOptions,
): Promise<Lock> {
  async function describeOwner(): Promise<string> {
    const owner = await readOwner()
    return owner === undefined ? 'Another process' : `Process ${owner.process} on ${owner.host}, since ${owner.since},`
  }

  const end = performance.now() + patience
  for (let isFirst = true; ; isFirst = false) {
    const lock = await tryLock()
    if (lock !== undefined) return lock
    const left = end - performance.now()
    if (left <= 0) {
      throw new DatabaseInUse(
        `${await describeOwner()} serves it. One process serves a database: stop the other one, or use another database`,
      )
    }
    if (isFirst) {
      const seconds = Math.ceil(patience / 1000)
      onWait(`${await describeOwner()} serves the database; waiting up to ${seconds} s until it stops`)
    }
    await sleep(Math.min(INTERVAL, left))
  }
}
