import { setTimeout as sleep } from 'node:timers/promises'
import type { Owner } from './owner.js'

/** The time for which a process waits for the one that serves the database, in milliseconds. */
const PATIENCE = 30_000

/** The interval of the attempts to take the lock, in milliseconds. */
const INTERVAL = 250

/** Another process serves the database. The message says which one. */
export class DatabaseInUse extends Error {}

export interface WaitOptions {
  /** Tells the operator who serves the database, and that this process waits. */
  onWait?: ((message: string) => void) | undefined
  /** The maximum wait in milliseconds. */
  patience?: number | undefined
}

/** The lock of a database, as a process that waits for it sees it. */
export interface Attempts<Lock> {
  /** Takes the lock, or returns `undefined` if another process holds it. */
  tryLock(): Promise<Lock | undefined>
  /** Returns the owner that the database names, or `undefined` if it cannot be read. */
  readOwner(): Promise<Owner | undefined>
}

/**
 * Takes the lock of a database. Waits while another process holds it: that process may be stopping.
 *
 * @throws DatabaseInUse if the other process still holds the lock after the wait
 */
export async function waitForLock<Lock>(
  { tryLock, readOwner }: Attempts<Lock>,
  { onWait = () => {}, patience = PATIENCE }: WaitOptions,
): Promise<Lock> {
  const end = performance.now() + patience
  let lock = await tryLock()
  for (let isFirst = true; lock === undefined; isFirst = false) {
    if (performance.now() >= end) {
      throw new DatabaseInUse(
        `${describe(await readOwner())} serves it. One process serves a database: stop the other one, or use another database`,
      )
    }
    if (isFirst) {
      const seconds = Math.ceil(patience / 1000)
      onWait(`${describe(await readOwner())} serves the database; waiting up to ${seconds} s until it stops`)
    }
    await sleep(Math.min(INTERVAL, Math.max(0, end - performance.now())))
    lock = await tryLock()
  }
  return lock
}

function describe(owner: Owner | undefined): string {
  if (owner === undefined) return 'Another process'
  return `Process ${owner.process} on ${owner.host}, since ${owner.since},`
}
