import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, types } from 'pg'
import { StoreUnavailable } from '../../errors.js'
import type { Database, Queryable, Value } from '../database.js'
import { createGroupCommit, type GroupConnection } from '../group-commit.js'
import { postgresDialect } from './dialect.js'
import { isTransient, translate } from './outages.js'
import { nameStatement } from './statements.js'
import { TIMEOUTS } from './timeouts.js'

/** How long to wait for a connection, new or used, in milliseconds. */
const CONNECTION_TIMEOUT = 5_000

/** Connections that a replica opens at most. */
const CONNECTIONS_MAX = 10

/** Writes of a group: other replicas wait for the lock of the board until it is committed. */
const GROUP_MAX = 20

/** How often a transaction is run that deadlocks or cannot be serialised, and how long it waits before, at most. */
const ATTEMPTS = 5
const BACKOFF = 50

const { INT8, JSON: JSON_TYPE } = types.builtins

/** Integers never leave what a number holds exactly (decision 11); JSON is parsed where it is used. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return Number
  if (oid === JSON_TYPE) return String
  return types.getTypeParser(oid, format as 'text')
}

/**
 * Opens a PostgreSQL database.
 *
 * Reads take any connection of a pool. Writes are committed in groups over one connection at a time: those of a board
 * would wait for one another anyway, for the lock on its row.
 *
 * @param url as libpq takes it: `postgres://user:password@host:port/database?parameter=value`
 */
export function openPostgresDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'task-board-service',
    max: CONNECTIONS_MAX,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    ...TIMEOUTS,
    types: { getTypeParser: getTypeParser as typeof types.getTypeParser },
  })
  // An idle connection is lost when the server stops; who needs one next gets a new one.
  pool.on('error', () => {})
  let isClosed = false

  function over(connection: Pick<PoolClient, 'query'> | Pool): Queryable {
    return {
      async all<Row>(sql: string, params: readonly Value[] = []) {
        try {
          const { rows } = await connection.query({ ...nameStatement(sql), values: [...params] })
          return rows as Row[]
        } catch (error) {
          throw translate(error)
        }
      },
    }
  }

  async function connect(): Promise<GroupConnection> {
    const client = await pool.connect().catch((error) => {
      throw translate(error)
    })
    // It may also be lost between two statements; the next one says so.
    const ignore = () => {}
    client.on('error', ignore)
    return {
      tx: over(client),
      async control(...statements) {
        try {
          await client.query(statements.join(';'))
        } catch (error) {
          throw translate(error)
        }
      },
      release(hasFailed) {
        client.off('error', ignore)
        client.release(hasFailed)
      },
    }
  }

  const groups = createGroupCommit({
    begin: 'BEGIN',
    max: GROUP_MAX,
    connect,
    async canRetry(error, failures) {
      if (failures === ATTEMPTS || !isTransient(error)) return false
      await sleep(Math.random() * BACKOFF)
      return true
    },
  })
  const { all } = over(pool)

  return {
    dialect: postgresDialect,
    async all(sql, params) {
      if (isClosed) throw new StoreUnavailable()
      return all(sql, params)
    },
    async transaction(work) {
      if (isClosed) throw new StoreUnavailable()
      return groups.transaction(work)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await groups.drain()
      await pool.end()
    },
  }
}
