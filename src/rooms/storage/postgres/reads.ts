import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { StoreUnavailable } from '../../../contract/errors.js'
import type { Queryable, Value } from '../queryable.js'
import { connectionOptions } from './connection.js'
import { translate } from './outages.js'
import { nameStatement } from './statements.js'

/** The maximum number of connections that only read. */
const READERS = 9

/** Opens the connections that only read. */
export function openReaders(url: string): Pool {
  const pool = new Pool({ ...connectionOptions(url), max: READERS })
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

/** Returns a function that runs the statements of the store. */
export function runStatements(query: (config: QueryConfig) => Promise<QueryResult>): Queryable {
  return {
    async all<Row>(sql: string, params: readonly Value[] = []) {
      const { rows } = await query({ ...nameStatement(sql), values: [...params] }).catch((error) => {
        throw translate(error)
      })
      return rows as Row[]
    },
  }
}

/** Returns a function that reads over a pool of connections. If a connection fails, it is closed. */
export function createReads(readers: Pool): Queryable {
  return {
    async all<Row>(sql: string, params?: readonly Value[]) {
      const client = await connectTo(readers)
      let hasFailed = false
      try {
        return await runStatements((config) => client.query(config)).all<Row>(sql, params)
      } catch (error) {
        hasFailed = error instanceof StoreUnavailable
        throw error
      } finally {
        client.release(hasFailed)
      }
    },
  }
}
