import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { StoreUnavailable } from '../../errors.js'
import type { Database, Queryable } from '../database.js'

/** Runs a statement over a connection. */
export type Run = (connection: DatabaseSyncInstance, ...statement: Parameters<Queryable['all']>) => unknown[]

/**
 * Creates read transactions over a separate connection. They see one committed state while other connections write.
 * They run one at a time, and the thread serves requests before each statement.
 *
 * @param open opens the connection; called before the first transaction
 */
export function createReadTransactions(open: () => DatabaseSyncInstance, run: Run) {
  let connection: DatabaseSyncInstance | undefined
  let previous: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function read<T>(work: (state: Queryable) => Promise<T>): Promise<T> {
    if (isClosed) throw new StoreUnavailable()
    connection ??= open()
    const own = connection
    run(own, 'BEGIN')
    try {
      return await work({
        async all(sql, params) {
          await new Promise(setImmediate)
          return run(own, sql, params) as never
        },
      })
    } finally {
      run(own, 'COMMIT')
    }
  }

  return {
    readTransaction<T>(work: (state: Queryable) => Promise<T>): Promise<T> {
      const result = previous.then(() => read(work))
      previous = result.catch(() => {})
      return result
    },
    async close(): Promise<void> {
      await previous
      isClosed = true
      connection?.close()
    },
  } satisfies Pick<Database, 'readTransaction'> & Record<string, unknown>
}
