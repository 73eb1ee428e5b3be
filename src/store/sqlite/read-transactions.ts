import pLimit from 'p-limit'
import { StoreUnavailable } from '../../contract/errors.js'
import type { Database, Queryable } from '../database.js'
import type { Reader } from './connection.js'

/** The maximum number of read transactions at a time. Each has a connection of its own. */
const CONNECTIONS = 4

/**
 * Creates read transactions. Each sees one committed state while other connections write. Several run at a time: the
 * thread does other work before each statement.
 *
 * @param open opens a connection; called when no open connection is free
 */
export function createReadTransactions(open: () => Reader) {
  const free: Reader[] = []
  const limit = pLimit(CONNECTIONS)
  const transactions = new Set<Promise<unknown>>()
  let isClosed = false

  async function runOn<T>(reader: Reader, work: (state: Queryable) => Promise<T>): Promise<T> {
    try {
      reader.run('BEGIN')
      const result = await work({
        async all(sql, params) {
          await new Promise(setImmediate)
          return reader.run(sql, params)
        },
      })
      reader.run('COMMIT')
      free.push(reader)
      return result
    } catch (error) {
      // The state of the connection is unknown.
      reader.close()
      throw error
    }
  }

  return {
    async readTransaction<T>(work: (state: Queryable) => Promise<T>): Promise<T> {
      if (isClosed) throw new StoreUnavailable()
      const transaction = limit(() => runOn(free.pop() ?? open(), work))
      transactions.add(transaction)
      return transaction.finally(() => transactions.delete(transaction))
    },
    /** Waits for the transactions, then closes the connections. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.allSettled(transactions)
      for (const reader of free.splice(0)) reader.close()
    },
  } satisfies Pick<Database, 'readTransaction'> & Record<string, unknown>
}
