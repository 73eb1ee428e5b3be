import type { Socket } from 'node:net'
import { Client, type ClientBase, DatabaseError, Pool, type QueryConfig, type QueryResult } from 'pg'
import type { Query } from '../database.js'
import { unavailable } from '../storage.js'
import { connectionOptions, NEVER, toStatement } from './connect.js'

/** The maximum number of connections that only read, and of those that stay open while they are idle. */
const READERS = 9
const IDLE_READERS = 3

/** The time for which a statement with a response proves that the session exists, from when it was sent, in milliseconds. */
const PROOF = 5_000

/** The interval of the statements that prove it while there are no others, in milliseconds. */
const PING_INTERVAL = 2_000

/** The maximum time for the last statements when the session is closed, in milliseconds. */
const CLOSE_TIMEOUT = 5_000

/**
 * Every statement finds its rows by a key. Without these settings, the server would read a whole table or scope, and sort
 * it, while it does not know yet how large the table is. The few statements that must read a whole table would seem so
 * expensive that the server compiled them, which takes up to 0.2 seconds.
 */
const PLANS = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `SET ${name} = off`)
  .join('; ')

/**
 * The server ends the session, and so releases its lock, within 10 seconds after this process stopped or became
 * unreachable. A configuration that lets commits wait for standby servers stays.
 */
const SETTINGS = `
  ${PLANS};
  SET idle_session_timeout = '10s';
  SET tcp_keepalives_idle = 5;
  SET tcp_keepalives_interval = 3;
  SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = '10s';
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')`

/** The name of a session in `pg_stat_activity`. Another one can have the same process id, at another time or server. */
export const BACKEND = "pid || ' ' || extract(epoch FROM backend_start)"

/** Why a database behind a pooler is refused. */
const POOLER =
  'A pooler such as PgBouncer is between the service and the server, and its sessions do not hold the lock of the database: connect to the server directly'

/** The SQLSTATEs with which the server ends a session, even after a commit, so that the error proves nothing. */
const ENDED = /^(57P|25P0[34])/

/** The client of the driver, with what its types leave out. */
type Driver = Client & { processID: number; connection: { stream: Socket } }

/** The session in which a process commits, and connections to the same server that read. */
export type Session = Awaited<ReturnType<typeof openSession>>

/**
 * Opens a session.
 *
 * @throws StoreUnavailable if the server does not accept it, Error if the server refuses writes, or if a pooler is between,
 *   because its sessions are not those of the server
 */
export async function openSession(url: string) {
  const client = new Client({ ...connectionOptions(url), pipeline: true }) as Driver
  let hasEnded = false
  client.on('error', () => {
    hasEnded = true
  })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect().catch((error) => {
    throw unavailable(error)
  })
  const readers = openReaders(url)
  let answered = Number.NEGATIVE_INFINITY
  let running = 0
  let ping: Promise<unknown> | undefined

  function destroy(): void {
    hasEnded = true
    client.connection.stream.destroy()
  }

  /**
   * Runs a statement. Statements run in order. The error is that of the server if it has refused the statement.
   *
   * @throws StoreUnavailable if the server does not respond; then the session ends
   */
  async function query(statement: string | QueryConfig): Promise<QueryResult> {
    const sent = performance.now()
    const succeed = () => {
      answered = Math.max(answered, sent)
    }
    // A process that does not close its store can end.
    if (running++ === 0) client.connection.stream.ref()
    try {
      const result = await client.query(statement as QueryConfig)
      succeed()
      return result
    } catch (error) {
      // The outcome is unknown: the statement may still run.
      if (!isAnswer(error)) {
        destroy()
        throw unavailable(error)
      }
      succeed()
      throw error
    } finally {
      if (--running === 0) client.connection.stream.unref()
    }
  }

  const isProven = () => !hasEnded && performance.now() - answered < PROOF

  /** Sends statements that wait only for those before them, until one proves that the session exists. */
  async function prove(): Promise<void> {
    do {
      // Behind other statements, it waits as long as they do: those of a migration have no timeout.
      ping ??= query({ text: 'SELECT 1', query_timeout: running === 0 ? PROOF : NEVER } as QueryConfig).finally(() => {
        ping = undefined
      })
      await ping.catch((error) => {
        // In a transaction that has failed, the response is an error.
        if (!isAnswer(error)) throw error
      })
    } while (!isProven())
  }

  const pings = setInterval(() => prove().catch(() => {}), PING_INTERVAL).unref()
  const closed = ended.then(() => {
    hasEnded = true
    clearInterval(pings)
    return readers.end()
  })

  /** Ends the session after its statements. */
  async function close(): Promise<void> {
    clearInterval(pings)
    // A server that does not respond must not keep the process from stopping.
    const giveUp = setTimeout(destroy, CLOSE_TIMEOUT)
    await client.end()
    clearTimeout(giveUp)
    await closed
  }

  try {
    await query(SETTINGS)
    const { rows } = await query(
      `SELECT pid, ${BACKEND} AS backend, pg_is_in_recovery() AS standby FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    )
    const [{ pid, backend, standby }] = rows
    if (pid !== client.processID) throw new Error(POOLER)
    if (standby) throw new Error('It is a standby server, which refuses writes')
    return {
      /** Its `BACKEND`. */
      backend: backend as string,
      query,
      /** Runs a statement on another connection. */
      read: readers.read,
      /**
       * Returns `undefined` if the session proves to exist: the server has responded to a statement sent less than 5
       * seconds ago. Otherwise resolves when it does again. Rejects with StoreUnavailable if the server does not respond.
       */
      confirm: () => (isProven() ? undefined : prove()),
      /** Whether nothing more can be sent. */
      hasEnded: () => hasEnded,
      /** Resolves when the session has ended. */
      ended,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether the server has responded to a statement with an error, which proves that the session exists. */
function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && !ENDED.test(String(error.code))
}

/** Returns connections that only read. They are opened when they are needed. */
export function openReaders(url: string): { read: Query; end(): Promise<void> } {
  const onConnect = async (client: ClientBase) => {
    await client.query(PLANS)
  }
  const pool = new Pool({
    ...connectionOptions(url),
    max: READERS,
    min: IDLE_READERS,
    allowExitOnIdle: true,
    onConnect,
  })
  // Connections break when the server stops. The pool replaces an idle one; on a busy one the next statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return {
    async read(sql, params) {
      try {
        return (await pool.query(toStatement(sql, params))).rows
      } catch (error) {
        throw unavailable(error)
      }
    },
    end: () => pool.end(),
  }
}
