import { type ClientConfig, types } from 'pg'
import { TIMEOUTS } from './timeouts.js'

/** The maximum wait for a connection in milliseconds. */
const CONNECTION_TIMEOUT = 5_000

const { INT8, JSON: JSON_TYPE } = types.builtins

/** Integers fit into a number (decision 11). JSON stays text, because the store parses it. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return Number
  if (oid === JSON_TYPE) return String
  return types.getTypeParser(oid, format as 'text')
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

/** Returns a URL for each host of a database URL. `pg` accepts only one. */
export function splitHosts(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = HOSTS.exec(url) ?? []
  return hosts.split(',').map((host) => start + host + end)
}
