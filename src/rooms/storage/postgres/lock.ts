import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenOptions } from '../database.js'
import { INTERVAL, type Owner, waitForLock } from '../lock.js'
import { DELETE_OWNER, DELETE_OWNERS, INSERT_OWNER, SELECT_OWNER } from '../sql.js'
import { unavailable } from '../storage.js'
import { connectToOne, toStatement } from './connect.js'
import { BACKEND, type openSession, type Session } from './session.js'

/** The time after which a waiting process ends the session of an owner that does nothing, in seconds. */
const IDLE_MAX = 20

/** The maximum time for the removal of the owner when the service stops, in milliseconds. */
const REMOVAL_TIMEOUT = 2_000

/** The key of the advisory lock: an arbitrary number, and one for the schema. */
const KEY = "7065737, hashtext(coalesce(current_schema(), ''))"

/** Ends the session that holds the lock. */
const END_HOLDER = `
  SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND objsubid = 2
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = 7065737 AND objid = (hashtext(coalesce(current_schema(), ''))::bigint & 4294967295)`

/** Takes the lock of the database for a session until the session ends. Returns whether it was free. */
export async function tryPostgresLock({ query }: Session): Promise<boolean> {
  const { rows } = await query(`SELECT pg_try_advisory_lock(${KEY}) AS locked`)
  return rows[0].locked
}

/** Returns the owner that the database names, or `undefined` if the table does not exist yet. */
async function readOwner({ query }: Session): Promise<Owner | undefined> {
  const { rows } = await query("SELECT to_regclass('owner') AS found")
  return rows[0].found === null ? undefined : (await query(SELECT_OWNER)).rows[0]
}

/**
 * Ends a session if it holds the lock. The role may be forbidden to do so.
 *
 * @param backend its `BACKEND`. By default, every session is ended whose process has sent nothing for 20 seconds. The owner
 *   sends a statement every 2 seconds, and long statements are not idle.
 */
export async function endHolder({ query }: Session, backend?: string): Promise<void> {
  const isIdle = `state LIKE 'idle%' AND state_change < clock_timestamp() - interval '${IDLE_MAX} s'`
  const statement =
    backend === undefined
      ? { text: `${END_HOLDER} AND ${isIdle}` }
      : { text: `${END_HOLDER} AND ${BACKEND} = $1`, values: [backend] }
  await query(statement).catch(() => {})
}

/**
 * Takes the lock of a PostgreSQL database, and takes it again when the session has ended. In between, nothing is served.
 * If another process has served the database meanwhile, the lock is lost for good, because what this process remembers of
 * the database can be wrong.
 *
 * @param open tests replace it
 * @throws DatabaseInUse, StoreUnavailable, Error
 */
export async function takeOwnership(url: string, { owner, wait, events }: OpenOptions, open: typeof openSession) {
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

  /** Connects, and closes the session again unless `keep` returns that it holds the lock. */
  async function connect(keep: (session: Session) => Promise<boolean>): Promise<boolean> {
    const session = await connectToOne(url, open)
    let isKept = false
    try {
      isKept = (await keep(session)) && !isClosed
    } finally {
      if (!isKept) await session.close()
    }
    if (isKept) adopt(session)
    return isKept
  }

  /** @param backend the session that has ended; it may still hold the lock */
  async function regain(backend: string): Promise<void> {
    let isLost = false
    const keep = async (session: Session) => {
      await endHolder(session, backend)
      const isLocked = await tryPostgresLock(session)
      isLost = isRecorded && (await readOwner(session))?.token !== owner.token
      return isLocked && !isLost
    }
    while (!isClosed) {
      const isKept = await connect(keep).catch((error) => {
        failure = error
      })
      if (isKept === true) return
      if (isLost) {
        return events.onLost(
          new Error('The database names another owner: another process has served it, or it was restored'),
        )
      }
      await sleep(INTERVAL, undefined, { ref: false })
    }
  }

  await connect(async (session) => {
    const tryLock = async () => (await tryPostgresLock(session)) || endHolder(session).then(() => undefined)
    return waitForLock(tryLock, () => readOwner(session), wait)
  })

  /** @throws StoreUnavailable while the process does not hold the lock */
  function session(): Session {
    if (current?.hasEnded() === false && !isClosed) return current
    throw unavailable(failure)
  }

  return {
    session,
    /** Writes who serves the database. Until then, the database can name an earlier owner. */
    async record(): Promise<void> {
      const { query } = session()
      await query(DELETE_OWNERS)
      await query(toStatement(INSERT_OWNER, [owner.token, owner.host, owner.process, owner.since]))
      isRecorded = true
    },
    async close(): Promise<void> {
      isClosed = true
      // A server that does not respond must not keep the process from stopping.
      const removal = { ...toStatement(DELETE_OWNER, [owner.token]), query_timeout: REMOVAL_TIMEOUT }
      if (isRecorded) await current?.query(removal).catch(() => {})
      await current?.close()
    },
  }
}
