import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { StoreUnavailable } from '../../../contract/errors.js'
import { DELETE_OWNER, type Owner } from '../owner.js'
import { type WaitOptions, waitForLock } from '../wait-for-lock.js'
import { splitHosts } from './connection.js'
import { endHolder, endIdleHolder, readPostgresOwner, tryPostgresLock } from './lock.js'
import { openReaders } from './reads.js'
import { openSession, type PostgresSession } from './session.js'
import { nameStatement } from './statements.js'

/** The interval of the attempts to get a lost lock back, in milliseconds. */
const INTERVAL = 250

/** The maximum time for the removal of the owner when the service stops, in milliseconds. */
const REMOVAL_TIMEOUT = 2_000

/** What a service does with the lock of its database. */
export interface LockOptions extends WaitOptions {
  owner: Owner
  /** Whether the database names the owner. Until then, it can name an earlier one. */
  isRecorded?: boolean
  /** Receives the reason why this process can no longer serve the database. */
  onLost?: ((error: Error) => void) | undefined
}

/** The connections of the process that serves the database. */
export interface Connections {
  /** The session that holds the lock and commits: who has lost the lock cannot commit. */
  session: PostgresSession
  readers: Pool
}

export interface Ownership {
  /** @throws StoreUnavailable while the process does not hold the lock */
  connections(): Connections
  close(): Promise<void>
}

/**
 * Takes the lock of a PostgreSQL database, and takes it again when the session has ended. In between, nothing is served.
 * If another process has served the database meanwhile, the lock is lost for good, because what this process remembers of
 * the database can be wrong.
 *
 * @param lock without it, the lock is not taken
 * @throws DatabaseInUse, StoreUnavailable
 */
export async function openOwnership(url: string, lock?: LockOptions): Promise<Ownership> {
  let current: Connections | undefined
  let failure: unknown
  let isClosed = false
  /** Resolves when the latest session and its readers are closed. */
  let closed: Promise<unknown> = Promise.resolve()

  function adopt(session: PostgresSession, host: string): void {
    const opened = { session, readers: openReaders(host) }
    current = opened
    closed = session.ended.then(() => {
      current = undefined
      if (!isClosed) regain(session.backend)
      return opened.readers.end()
    })
  }

  /** @param backend the session that has ended; it may still hold the lock */
  async function regain(backend: string): Promise<void> {
    while (!isClosed) {
      try {
        const { session, host } = await connect(url, lock !== undefined)
        const isOurs = await tryAgain(session, backend).catch(async (error) => {
          await session.close()
          throw error
        })
        if (isOurs && !isClosed) return adopt(session, host)
        await session.close()
        if (isOurs === false)
          return lock?.onLost?.(
            new Error('The database names another owner: another process has served it, or it was restored'),
          )
      } catch (error) {
        failure = error
      }
      await sleep(INTERVAL, undefined, { ref: false })
    }
  }

  /** Takes the lock again. Returns `undefined` if a session of this process still holds it, `false` if another process has it. */
  async function tryAgain(session: PostgresSession, backend: string): Promise<boolean | undefined> {
    if (lock === undefined) return true
    await endHolder(session, backend)
    const isLocked = await tryPostgresLock(session)
    const owner = await readPostgresOwner(session)
    if (lock.isRecorded && owner?.token !== lock.owner.token) return false
    return isLocked || undefined
  }

  const { session, host } = await connect(url, lock !== undefined)
  try {
    if (lock !== undefined)
      await waitForLock({ tryLock: () => tryOrEnd(session), readOwner: () => readPostgresOwner(session) }, lock)
  } catch (error) {
    await session.close()
    throw error
  }
  adopt(session, host)

  return {
    connections() {
      if (current !== undefined && !isClosed) return current
      throw failure === undefined ? new StoreUnavailable() : new StoreUnavailable({ cause: failure })
    },
    async close() {
      isClosed = true
      if (lock?.isRecorded) await current?.session.query(removal(lock.owner)).catch(() => {})
      await current?.session.close()
      await closed
    },
  }
}

/** Returns the statement that removes the owner. A server that does not respond must not keep the process from stopping. */
const removal = ({ token }: Owner) => ({
  ...nameStatement(DELETE_OWNER),
  values: [token],
  query_timeout: REMOVAL_TIMEOUT,
})

async function tryOrEnd(session: PostgresSession): Promise<true | undefined> {
  if (await tryPostgresLock(session)) return true
  await endIdleHolder(session)
  return undefined
}

/**
 * Connects to the first host of a URL that accepts a session.
 *
 * @throws the reason of the last host
 */
async function connect(url: string, writes: boolean): Promise<{ session: PostgresSession; host: string }> {
  let failure: unknown
  for (const host of splitHosts(url)) {
    try {
      return { session: await openSession(host, writes), host }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
