import { StoreUnavailable } from '../../contract/errors.js'
import type { Database } from '../database.js'
import { createGroupCommit } from '../group-commit.js'
import { postgresDialect } from './dialect.js'
import { type LockOptions, openOwnership } from './ownership.js'
import { createReads, runStatements } from './reads.js'

/**
 * Opens a PostgreSQL database.
 *
 * Reads use any connection of a pool. Writes are committed in groups in one session, which holds the lock of the database.
 *
 * @param url in the format of the driver: `postgres://user:password@host:port/database?parameter=value`, also with several
 *   hosts
 * @param lock without it, the lock is not taken, and another process can write meanwhile
 * @throws DatabaseInUse, or Error if the encoding of the database is not UTF8
 */
export async function openPostgresDatabase(url: string, lock?: LockOptions): Promise<Database> {
  const ownership = await openOwnership(url, lock)
  let isClosed = false

  const groups = createGroupCommit({
    begin: 'BEGIN',
    async connect() {
      const { query } = ownership.connections().session
      return {
        tx: runStatements(query),
        async control(...statements) {
          await query(statements.join(';'))
        },
        rollBack() {
          // If the session has ended, the server has rolled back.
          query('ROLLBACK').catch(() => {})
        },
      }
    },
  })

  /** Runs reads, and returns their result only if this process still holds the lock after them. */
  async function read<T>(work: (reads: ReturnType<typeof createReads>) => Promise<T>): Promise<T> {
    requireOpen()
    const { session, readers } = ownership.connections()
    const result = await work(createReads(readers))
    await session.confirm()
    return result
  }

  function requireOpen(): void {
    if (isClosed) throw new StoreUnavailable()
  }

  const database: Database = {
    dialect: postgresDialect,
    all: (sql, params) => read((reads) => reads.all(sql, params)),
    readTransaction: (work) => read((reads) => reads.readTransaction(work)),
    confirm() {
      try {
        return ownership.connections().session.confirm()
      } catch (error) {
        return Promise.reject(error)
      }
    },
    onRegain: ownership.onRegain,
    async changeBoard(board, work) {
      requireOpen()
      return groups.changeBoard(board, work)
    },
    async transaction(work) {
      requireOpen()
      return groups.transaction(work)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await groups.drain()
      await ownership.close()
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
