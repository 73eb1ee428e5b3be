import { StoreUnavailable } from '../../contract/errors.js'
import type { Database } from '../database.js'
import { refuse } from '../refuse.js'
import { splitHosts } from './connection.js'
import { postgresDialect } from './dialect.js'
import { createReads, openReaders } from './reads.js'

/**
 * Opens a PostgreSQL database that this process only reads. A service can use it meanwhile.
 *
 * @throws StoreUnavailable if none of its hosts accepts a connection
 */
export async function openReadingPostgres(url: string): Promise<Database> {
  let failure: unknown
  for (const host of splitHosts(url)) {
    const readers = openReaders(host)
    const reads = createReads(readers)
    try {
      await reads.all('SELECT 1')
      return {
        dialect: postgresDialect,
        ...reads,
        changeBoard: refuse,
        transaction: refuse,
        close: () => readers.end(),
      }
    } catch (error) {
      failure = error
      await readers.end()
    }
  }
  throw failure ?? new StoreUnavailable()
}
