import type { QueryConfig } from 'pg'
import type { Owner } from '../lock.js'
import { SELECT_OWNER } from '../sql.js'
import { BACKEND, type Session } from './session.js'

/** The time after which a waiting process ends the session of an owner that does nothing, in seconds. */
const IDLE_MAX = 20

/** The key of the advisory lock: an arbitrary number, and one for the schema. */
const KEY = "7065737, hashtext(coalesce(current_schema(), ''))"

/** The session that holds the lock. */
const HOLDER = `
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
export async function readPostgresOwner({ query }: Session): Promise<Owner | undefined> {
  const { rows } = await query("SELECT to_regclass('owner') AS found")
  return rows[0].found === null ? undefined : (await query(SELECT_OWNER)).rows[0]
}

/**
 * Ends the session that holds the lock if its process has sent nothing for 20 seconds. The owner sends a statement every 2
 * seconds, and long statements are not idle. The role may be forbidden to do so; then the server ends the session.
 */
export async function endIdleHolder({ query }: Session): Promise<undefined> {
  await query(`${HOLDER} AND state LIKE 'idle%' AND state_change < clock_timestamp() - interval '${IDLE_MAX} s'`).catch(
    () => {},
  )
  return undefined
}

/**
 * Ends a session if it holds the lock.
 *
 * @param backend its `BACKEND`
 */
export async function endHolder({ query }: Session, backend: string): Promise<void> {
  await query({ text: `${HOLDER} AND ${BACKEND} = $1`, values: [backend] } satisfies QueryConfig).catch(() => {})
}
