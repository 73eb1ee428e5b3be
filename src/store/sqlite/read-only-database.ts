import { existsSync, statSync } from 'node:fs'
import { StoreUnavailable } from '../../contract/errors.js'
import type { Database } from '../database.js'
import { refuse } from '../refuse.js'
import { checkIntegrity, requireOwnTables } from './check-file.js'
import { openReader, type Reader } from './connection.js'
import { BUSY_TIMEOUT } from './database.js'
import { sqliteDialect } from './dialect.js'
import { resolveLinks } from './file-identity.js'
import { requireMountedFolder } from './mounted-file.js'

/**
 * Opens an existing SQLite database that this process cannot write, for example on a disk that is mounted read-only. A
 * service can use it meanwhile.
 *
 * @throws Error if the database is damaged, or cannot be read without writing to its folder. The methods of the result
 *   throw StoreUnavailable if another program has changed the file, so that what was read can be wrong.
 */
export function openReadOnlyDatabase(file: string): Database {
  requireMountedFolder(file)
  const path = resolveLinks(file)
  // A program that uses the database has a write-ahead log. Without one, SQLite need not lock the file, which it can
  // only do with another file in this folder.
  const isUnused = ['-wal', '-journal'].every((suffix) => !existsSync(path + suffix))
  const before = describe(path)
  const reader = open()

  function open(): Reader {
    let opened: Reader | undefined
    try {
      opened = openReader(path, { busyTimeout: BUSY_TIMEOUT, isUnused })
      requireOwnTables(opened.run)
      checkIntegrity(opened.run, path)
      return opened
    } catch (error) {
      opened?.close()
      if (isUnused || existsSync(`${path}-shm`)) throw error
      throw new Error(
        `Its folder is read-only, so SQLite cannot read ${path}-wal: copy both files into a folder that this user may write, and use the copy`,
      )
    }
  }

  function requireUnchanged(): void {
    if (isUnused && (existsSync(`${path}-wal`) || describe(path) !== before)) {
      throw new StoreUnavailable({ cause: new Error('It changed meanwhile: try again') })
    }
  }

  const database: Database = {
    dialect: sqliteDialect,
    async all(sql, params) {
      const rows = reader.run<never>(sql, params)
      requireUnchanged()
      return rows
    },
    changeBoard: refuse,
    transaction: refuse,
    async readTransaction(work) {
      reader.run('BEGIN')
      const result = await work(database)
      reader.run('COMMIT')
      return result
    },
    close: async () => reader.close(),
  }
  return database
}

function describe(path: string): string {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true })
  return [ino, size, mtimeNs].join()
}
