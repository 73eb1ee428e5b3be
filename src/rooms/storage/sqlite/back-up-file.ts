import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isDenied, StoreUnusable } from '../unusable.js'
import { backUp } from './backup.js'
import { checkIntegrity, requireOwnTables } from './check-file.js'
import { openReader, type Reader } from './connection.js'
import { resolveLinks } from './file-identity.js'
import { requireMountedFolder } from './mounted-file.js'
import { BUSY_TIMEOUT } from './open-file.js'

/**
 * Copies a SQLite database into a new file, while a service can use it. It needs only the right to read.
 *
 * @throws StoreUnusable if the database cannot be read, or the file exists or cannot be written
 */
export async function backUpSqlite(url: string, to: string): Promise<void> {
  const path = resolveLinks(resolve(url.slice('sqlite:'.length)))
  // A program that uses the database has a write-ahead log. Without one, SQLite need not lock the file, which it can only
  // do with another file in the folder.
  const canWrite = [path, dirname(path)].every((each) => !isDenied(each, ['EACCES', 'EPERM', 'EROFS']))
  const isUnused = !canWrite && ['-wal', '-journal'].every((suffix) => !existsSync(path + suffix))
  const before = describe(path)
  let reader: Reader | undefined
  try {
    reader = open(path, isUnused)
    const { run } = reader
    await backUp({ all: async (sql, params) => run(sql, params) }, to, () => {
      if (isUnused && (existsSync(`${path}-wal`) || describe(path) !== before)) {
        throw new Error('It changed meanwhile: try again')
      }
    })
  } catch (error) {
    throw StoreUnusable.because(url, error as Error)
  } finally {
    reader?.close()
  }
}

function open(path: string, isUnused: boolean): Reader {
  let reader: Reader | undefined
  try {
    requireMountedFolder(path)
    reader = openReader(path, { busyTimeout: BUSY_TIMEOUT, isUnused })
    requireOwnTables(reader.run)
    checkIntegrity(reader.run, path)
    return reader
  } catch (error) {
    reader?.close()
    if (isUnused || !existsSync(`${path}-wal`) || existsSync(`${path}-shm`)) throw error
    throw new Error(
      `Its folder is read-only, so SQLite cannot read ${path}-wal: copy both files into a folder that this user may write, and use the copy`,
    )
  }
}

function describe(path: string): string {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true })
  return [ino, size, mtimeNs].join()
}
