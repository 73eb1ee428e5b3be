/** Rows in PostgreSQL. @module */

import { Client, type QueryConfig } from 'pg'
import { OutcomeUnknown } from '../../../contract/errors.js'
import type { Database, OpenOptions, Put, Source, Statement, Step, Tables } from '../database.js'
import { prepareTables } from '../old-tables.js'
import { createPut, readVersion, SCHEMA_VERSION } from '../sql.js'
import { type BlobRow, type StorageEvents, unavailable } from '../storage.js'
import { connectionOptions, connectToOne, NEVER, toStatement } from './connect.js'
import { takeOwnership } from './lock.js'
import { openSession, type Session } from './session.js'

const NAMES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))'

/** Returns the statements that store rows. Arrays as parameters take much longer than JSON for large texts. */
const put = createPut(
  (columns, name) => `SELECT ${columns} FROM json_populate_recordset(NULL::${name}, ?)`,
  (rows) => [[JSON.stringify(rows.map((row) => ('bytes' in row ? withHex(row as BlobRow) : row)))]],
)

/** Returns a row with its bytes in the text form of PostgreSQL. */
function withHex({ bytes, ...key }: BlobRow) {
  return { ...key, bytes: `\\x${Buffer.from(bytes).toString('hex')}` }
}

/**
 * Takes the lock of a PostgreSQL database, and opens it. Commits run in the session that holds the lock, so that a process
 * which has lost it cannot commit. Reads use other connections.
 *
 * @param open opens a session; tests replace it
 * @throws DatabaseInUse, StoreUnavailable, Error
 */
export async function openDatabase(url: string, options: OpenOptions, open = openSession): Promise<Database> {
  const { events } = options
  const { session, record, close } = await takeOwnership(url, options, open)
  try {
    await prepareSchema(session(), events)
    // A full disk does not prevent reads.
    await record().catch(events.onFailure)
  } catch (error) {
    await close()
    throw error
  }
  return {
    async read<Row>(...statement: Parameters<Session['read']>) {
      const current = session()
      const rows = await current.read<Row>(...statement)
      await current.confirm()
      // Between two sessions of this process, a commit with an unknown outcome can have become visible.
      if (session() !== current) throw unavailable()
      return rows
    },
    async write(steps) {
      const { query } = session()
      let changed: number | null = 0
      try {
        for (const { sql, params } of toStatements(steps)) changed = (await query(toStatement(sql, params))).rowCount
        return changed ?? 0
      } catch (error) {
        // Without a response, nothing proves that the transaction is rolled back.
        await query('ROLLBACK').catch(() => {
          events.onForget()
          throw new OutcomeUnknown({ cause: error })
        })
        throw unavailable(error)
      }
    },
    confirm() {
      try {
        return session().confirm()
      } catch (error) {
        return Promise.reject(error)
      }
    },
    close,
  }
}

/** Creates or migrates the tables, in one transaction without limits of time. */
async function prepareSchema({ query }: Session, { onMigrated }: StorageEvents): Promise<void> {
  const { rows } = await query(`SELECT current_setting('server_encoding') AS encoding`)
  const [{ encoding }] = rows
  if (encoding !== 'UTF8') throw new Error(`Its encoding must be UTF8, but is ${encoding}`)
  const tables: Tables = {
    async all(sql, params) {
      return (await query({ ...toStatement(sql, params), query_timeout: NEVER } as QueryConfig)).rows
    },
    put,
    names: NAMES,
    adapt: (sql) =>
      sql
        .replaceAll('TEXT', 'TEXT COLLATE "C"')
        .replaceAll('INTEGER', 'BIGINT')
        .replace('BLOB', 'BYTEA')
        .replace('WITHOUT ROWID', ''),
  }
  await query('BEGIN')
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']) {
    await query(`SET LOCAL ${limit} = 0`)
  }
  const version = await readVersion(tables)
  const migrated = version === SCHEMA_VERSION ? undefined : await prepareTables(tables, version)
  await query('COMMIT')
  if (migrated !== undefined) onMigrated(migrated)
}

/** Yields the statements of a transaction: one for a slice, which becomes text only when its turn comes. */
function* toStatements(steps: readonly Step[]): Generator<Statement> {
  const isOne = steps.length === 1
  if (!isOne) yield { sql: 'BEGIN', params: [] }
  for (const step of steps) yield 'sql' in step ? step : combine(put(step))
  if (!isOne) yield { sql: 'COMMIT', params: [] }
}

function combine(statements: readonly Put[]): Statement {
  const parts = statements.map(({ sql }, index) => `p${index} AS (${sql})`)
  return { sql: `WITH ${parts.join(', ')} SELECT 1`, params: statements.flatMap(({ rows }) => rows.flat()) }
}

/** Opens a database as the source of a copy, which may be a standby server. All reads are of one moment. */
export async function openSource(url: string): Promise<Source> {
  const client = await connectToOne(url, async (host) => {
    const client = new Client(connectionOptions(host))
    client.on('error', () => {})
    await client.connect()
    return client
  })
  // The target may take its time.
  await client.query(
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0',
  )
  return {
    all: async (sql, params) => (await client.query(toStatement(sql, params))).rows,
    names: NAMES,
    close: () => client.end(),
  }
}
