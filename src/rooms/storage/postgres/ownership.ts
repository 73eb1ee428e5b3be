import { setTimeout as sleep } from 'node:timers/promises'
import { INTERVAL, type Owner, type WaitOptions, waitForLock } from '../lock.js'
import { DELETE_OWNER, DELETE_OWNERS, INSERT_OWNER } from '../sql.js'
import { type StorageEvents, unavailable } from '../storage.js'
import { connectToOne, toStatement } from './connect.js'
import { endHolder, endIdleHolder, readPostgresOwner, tryPostgresLock } from './lock.js'
import { openSession, type Session } from './session.js'

/** The maximum time for the removal of the owner when the service stops, in milliseconds. */
const REMOVAL_TIMEOUT = 2_000

export interface OwnershipOptions {
  owner: Owner
  wait: WaitOptions
  /** `onForget` is called when the session has ended that held the lock. Others can write then. */
  events: Pick<StorageEvents, 'onForget' | 'onLost'>
}

/** The lock of a database. Commits run in the session that holds it, so who has lost the lock cannot commit. */
export interface Ownership {
  /** @throws StoreUnavailable while the process does not hold the lock */
  session(): Session
  /** Writes who serves the database. Until then, the database can name an earlier owner. */
  record(): Promise<void>
  close(): Promise<void>
}

/**
 * Takes the lock of a PostgreSQL database, and takes it again when the session has ended. In between, nothing is served.
 * If another process has served the database meanwhile, the lock is lost for good, because what this process remembers of
 * the database can be wrong.
 *
 * @throws DatabaseInUse, StoreUnavailable, Error
 */
export async function takeOwnership(url: string, { owner, wait, events }: OwnershipOptions): Promise<Ownership> {
  let current: Session | undefined
  let failure: unknown
  let isRecorded = false
  let isClosed = false

  function adopt(session: Session): void {
    current = session
    session.ended.then(() => {
      current = undefined
      if (isClosed) return
      events.onForget()
      regain(session.backend)
    })
  }

  /** @param backend the session that has ended; it may still hold the lock */
  async function regain(backend: string): Promise<void> {
    while (!isClosed) {
      try {
        const session = await connectToOne(url, openSession)
        const isOurs = await tryAgain(session, backend).catch(async (error) => {
          await session.close()
          throw error
        })
        if (isOurs && !isClosed) return adopt(session)
        await session.close()
        if (isOurs === false) {
          return events.onLost(
            new Error('The database names another owner: another process has served it, or it was restored'),
          )
        }
      } catch (error) {
        failure = error
      }
      await sleep(INTERVAL, undefined, { ref: false })
    }
  }

  /** Takes the lock again. Returns `undefined` if a session of this process still holds it, `false` if another process has it. */
  async function tryAgain(session: Session, backend: string): Promise<boolean | undefined> {
    await endHolder(session, backend)
    const isLocked = await tryPostgresLock(session)
    const named = await readPostgresOwner(session)
    if (isRecorded && named?.token !== owner.token) return false
    return isLocked || undefined
  }

  const first = await connectToOne(url, openSession)
  try {
    const tryLock = async () => (await tryPostgresLock(first)) || endIdleHolder(first)
    await waitForLock(tryLock, () => readPostgresOwner(first), wait)
  } catch (error) {
    await first.close()
    throw error
  }
  adopt(first)

  function session(): Session {
    if (current?.hasEnded() === false && !isClosed) return current
    throw unavailable(failure)
  }

  return {
    session,
    async record() {
      const { query } = session()
      await query(DELETE_OWNERS)
      await query(toStatement(INSERT_OWNER, [owner.token, owner.host, owner.process, owner.since]))
      isRecorded = true
    },
    async close() {
      isClosed = true
      // A server that does not respond must not keep the process from stopping.
      const removal = { ...toStatement(DELETE_OWNER, [owner.token]), query_timeout: REMOVAL_TIMEOUT }
      if (isRecorded) await current?.query(removal).catch(() => {})
      await current?.close()
    },
  }
}
