import { type ClientConfig, type QueryConfig, types } from 'pg'
import type { Value } from '../database.js'

/** The timeouts in milliseconds. Parameters of the database URL override them. */
export const TIMEOUTS = {
  // Enforced by the server: for a statement, for a lock, and for a transaction without statements.
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  // Enforced by the client, if the server does not respond at all.
  query_timeout: 20_000,
}

/** The longest time that a timer of Node.js can wait, in milliseconds. */
export const NEVER = 2 ** 31 - 1

/** The maximum wait for a connection in milliseconds. */
const CONNECTION_TIMEOUT = 5_000

/** Integers fit into a number (decision 11). */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')
}

/** Returns the options of every connection to a database. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'task-board-service',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    ...TIMEOUTS,
    types: { getTypeParser: getTypeParser as typeof types.getTypeParser },
  }
}

/** A list of hosts with their ports in a URL, after the user and the password. */
const HOSTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * Connects to the first host of a URL that accepts it. `pg` accepts only one.
 *
 * @throws the reason of the last host
 */
export async function connectToOne<Connection>(
  url: string,
  connect: (host: string) => Promise<Connection>,
): Promise<Connection> {
  const [, start = '', hosts = '', end = ''] = HOSTS.exec(url) ?? []
  let failure: unknown
  for (const host of hosts.split(',')) {
    try {
      return await connect(start + host + end)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const statements = new Map<string, { name: string; text: string }>()

/**
 * Returns a statement in the syntax of PostgreSQL. Because of its name, each connection prepares it only once.
 *
 * @param sql a statement with `?` for each parameter, and without other question marks
 */
export function toStatement(sql: string, params: readonly Value[] = []): QueryConfig {
  let statement = statements.get(sql)
  if (statement === undefined) {
    let parameters = 0
    const text = sql.replace(/\?/g, () => `$${++parameters}`)
    statement = { name: `s${statements.size}`, text }
    statements.set(sql, statement)
  }
  return { ...statement, values: [...params] }
}
