import { Client, type QueryResult } from 'pg'
import type { Slice, Source, Tables } from '../database.js'
import { columnsOf, putInto, SLICED, type TableName } from '../sql.js'
import { connectionOptions, connectToOne, NEVER, toStatement } from './connect.js'
import type { Session } from './session.js'

const NAMES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))'

/** A query for the rows of a JSON text. Arrays as parameters take much longer for large texts. */
const put = (name: TableName) =>
  putInto(name, `SELECT ${columnsOf(name).join(', ')} FROM json_populate_recordset(NULL::${name}, ?)`)
const deleteFrom = (name: TableName) =>
  `DELETE FROM ${name} WHERE (scope, kind, id) IN (SELECT scope, kind, id FROM json_populate_recordset(NULL::item, ?))`

const PARTS: [sql: string, rows: keyof Slice][] = [
  ...SLICED.map((name): [string, keyof Slice] => [put(name), name]),
  [deleteFrom('item'), 'deleted'],
  [deleteFrom('blob'), 'deleted'],
]

/** Returns the statement that stores a slice: one part for each table with changes. */
export function toSliceStatement(slice: Slice) {
  const used = PARTS.filter(([, name]) => slice[name].length > 0)
  const ctes = used.map(([sql], index) => `p${index} AS (${sql})`)
  return toStatement(
    `WITH ${ctes.join(', ')} SELECT 1`,
    used.map(([, name]) => JSON.stringify(slice[name])),
  )
}

/** Begins a transaction without limits of time on the server. Outside of it, the session keeps them. */
export async function beginChange({ query }: Session): Promise<void> {
  await query('BEGIN')
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']) {
    await query(`SET LOCAL ${limit} = 0`)
  }
}

/** Returns the tables over a session, without a limit of time in this process. */
export function toTables({ query }: Session): Tables {
  const run = (statement: object): Promise<QueryResult> => query({ ...statement, query_timeout: NEVER } as never)
  return {
    all: async (sql, params) => (await run(toStatement(sql, params))).rows,
    async put(slice) {
      await run(toSliceStatement(slice))
    },
    names: NAMES,
    adapt: (sql) =>
      sql
        .replaceAll('TEXT', 'TEXT COLLATE "C"')
        .replaceAll('INTEGER', 'BIGINT')
        .replace('BLOB', 'BYTEA')
        .replace('WITHOUT ROWID', ''),
  }
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
