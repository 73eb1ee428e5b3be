import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { StoreUnavailable } from '../../errors.js'
import type { Database, Queryable, Value } from '../database.js'
import { createGroupCommit } from '../group-commit.js'
import { postgresDialect } from './dialect.js'
import { isTransient, translate } from './outages.js'
import { nameStatement } from './statements.js'
import { TIMEOUTS } from './timeouts.js'

/** How long to wait for a connection, new or used, in milliseconds. */
const CONNECTION_TIMEOUT = 5_000

/** Connections that a replica opens at most; those for reads are apart, so that slow ones do not hold up writes. */
const READERS = 9
const WRITERS = 1

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

function openPool(url: string, max: number, settings: Pick<PoolConfig, 'pipeline'> = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'task-board-service',
    max,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    ...TIMEOUTS,
    ...settings,
    types: { getTypeParser: getTypeParser as typeof types.getTypeParser },
  })
  // A connection is lost when the server stops: an idle one is replaced, and on any other the next statement says so.
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** Takes a connection of a pool; whatever keeps it from being made is an outage, a password that is no longer good too. */
async function take(pool: Pool): Promise<PoolClient> {
  return pool.connect().catch((error) => {
    throw new StoreUnavailable({ cause: error })
  })
}

function over(client: PoolClient): Queryable {
  return {
    async all<Row>(sql: string, params: readonly Value[] = []) {
      try {
        const { rows } = await client.query({ ...nameStatement(sql), values: [...params] })
        return rows as Row[]
      } catch (error) {
        throw translate(error)
      }
    },
  }
}

/**
 * Opens a PostgreSQL database.
 *
 * Reads take any connection of a pool. Writes are committed in groups over one connection: those of a board would wait
 * for one another anyway, for the lock on its row.
 *
 * @param url as the driver takes it: `postgres://user:password@host:port/database?parameter=value`
 * @throws Error where texts of any script cannot be stored in it
 */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const readers = openPool(url, READERS)
  // What is sent at once travels at once.
  const writers = openPool(url, WRITERS, { pipeline: true })
  let isClosed = false

  const groups = createGroupCommit({
    begin: 'BEGIN',
    max: GROUP_MAX,
    async connect() {
      const client = await take(writers)
      return {
        tx: over(client),
        isPipelined: true,
        async control(...statements) {
          try {
            await client.query(statements.join(';'))
          } catch (error) {
            throw translate(error)
          }
        },
        // With its connection a transaction ends too.
        release: (hasFailed) => client.release(hasFailed),
      }
    },
    async canRetry(error, failures) {
      if (failures === ATTEMPTS || !isTransient(error)) return false
      await sleep(Math.random() * BACKOFF)
      return true
    },
  })

  const database: Database = {
    dialect: postgresDialect,
    async all<Row>(sql: string, params?: readonly Value[]) {
      if (isClosed) throw new StoreUnavailable()
      const client = await take(readers)
      let hasFailed = false
      try {
        return await over(client).all<Row>(sql, params)
      } catch (error) {
        hasFailed = error instanceof StoreUnavailable
        throw error
      } finally {
        client.release(hasFailed)
      }
    },
    async transaction(work, board) {
      if (isClosed) throw new StoreUnavailable()
      return groups.transaction(work, board)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await groups.drain()
      await Promise.all([readers.end(), writers.end()])
    },
  }

  try {
    await requireUnicode(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function requireUnicode(database: Database): Promise<void> {
  const [{ server_encoding: encoding } = { server_encoding: '' }] = await database.all<{
    server_encoding: string
  }>('SHOW server_encoding')
  if (encoding !== 'UTF8') throw new Error(`Its encoding is ${encoding}, and must be UTF8`)
}
