import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { StoreUnavailable } from '../../contract/errors.js'
import type { Database, Queryable, Value } from '../database.js'
import { createGroupCommit } from '../group-commit.js'
import { postgresDialect } from './dialect.js'
import { isTransient, translate } from './outages.js'
import { nameStatement } from './statements.js'
import { TIMEOUTS } from './timeouts.js'

/** The maximum wait for a connection in milliseconds. */
const CONNECTION_TIMEOUT = 5_000

/** The maximum number of connections of a replica. Reads have their own, so that slow reads do not delay writes. */
const READERS = 9
const WRITERS = 1

/** The maximum number of writes in a group. Other replicas wait for the locks of a group until it is committed. */
const GROUP_MAX = 20

/** The maximum number of attempts after a deadlock, and the maximum wait between them in milliseconds. */
const ATTEMPTS = 5
const BACKOFF = 50

const { INT8, JSON: JSON_TYPE } = types.builtins

/** Integers fit into a number (decision 11). JSON stays text, because the store parses it. */
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
  // Connections break when the server stops. The pool replaces an idle one; on a busy one the next statement fails.
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** Takes a connection from a pool. Every failure to connect is an outage, even a rejected password. */
async function connectTo(pool: Pool): Promise<PoolClient> {
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
 * Reads use any connection of a pool. Writes are committed in groups over one connection, because the writes of a board
 * wait for the lock of its row anyway.
 *
 * @param url in the format of the driver: `postgres://user:password@host:port/database?parameter=value`
 * @throws Error if the encoding of the database is not UTF8
 */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const readers = openPool(url, READERS)
  const writers = openPool(url, WRITERS, { pipeline: true })
  let isClosed = false

  const groups = createGroupCommit({
    dialect: postgresDialect,
    begin: 'BEGIN',
    max: GROUP_MAX,
    locksRows: true,
    async connect() {
      const client = await connectTo(writers)
      return {
        tx: over(client),
        async control(...statements) {
          try {
            await client.query(statements.join(';'))
          } catch (error) {
            throw translate(error)
          }
        },
        // Releasing a failed client closes its connection, and the server rolls back.
        release: (hasFailed) => client.release(hasFailed),
      }
    },
    async canRetry(error, failures) {
      if (failures === ATTEMPTS || !isTransient(error)) return false
      await sleep(Math.random() * BACKOFF)
      return true
    },
  })

  /** Runs `work` over a connection for reads. If the connection fails, it is closed. */
  async function read<T>(work: (reader: Queryable) => Promise<T>): Promise<T> {
    requireOpen()
    const client = await connectTo(readers)
    let hasFailed = false
    try {
      return await work(over(client))
    } catch (error) {
      hasFailed = error instanceof StoreUnavailable
      throw error
    } finally {
      client.release(hasFailed)
    }
  }

  function requireOpen(): void {
    if (isClosed) throw new StoreUnavailable()
  }

  const database: Database = {
    dialect: postgresDialect,
    all: (sql, params) => read((reader) => reader.all(sql, params)),
    readTransaction: (work) =>
      read(async (reader) => {
        await reader.all('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        try {
          return await work(reader)
        } finally {
          await reader.all('COMMIT')
        }
      }),
    async changeBoard(board, work) {
      requireOpen()
      return groups.changeBoard(board, work)
    },
    async transaction(work, board) {
      requireOpen()
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
  if (encoding !== 'UTF8') throw new Error(`Its encoding must be UTF8, but is ${encoding}`)
}
