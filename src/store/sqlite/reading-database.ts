import { StoreUnavailable } from '../../contract/errors.js'
import type { Database } from '../database.js'
import { refuse } from '../refuse.js'
import { openReader, type ReaderOptions } from './connection.js'
import { sqliteDialect } from './dialect.js'
import { identify } from './file-identity.js'
import { createReadTransactions } from './read-transactions.js'

/** A database that only reads. */
export interface ReadingDatabase extends Database {
  /** The identity of its files. */
  identity: string
}

/**
 * Opens an existing SQLite database for reading. Each statement sees every write that was acknowledged before it
 * started, because writes are acknowledged after their commit.
 */
export function openReadingDatabase(file: string, options: ReaderOptions): ReadingDatabase {
  const reader = openReader(file, options)
  const identity = identify(file, reader.run)
  const readTransactions = createReadTransactions(() => openReader(file, { ...options, identity }))
  let isClosed = false
  return {
    dialect: sqliteDialect,
    identity,
    async all(sql, params) {
      if (isClosed) throw new StoreUnavailable()
      return reader.run(sql, params)
    },
    changeBoard: refuse,
    transaction: refuse,
    readTransaction: readTransactions.readTransaction,
    async close() {
      if (isClosed) return
      isClosed = true
      await readTransactions.close()
      reader.close()
    },
  }
}
