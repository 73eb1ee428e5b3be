import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Source } from '../database.js'
import { explain, isDenied, opening, StoreUnusable } from '../unusable.js'
import { type Connection, checkFile, connect, NAMES } from './connection.js'
import { requireFile, requireMountedFolder, resolveLinks } from './files.js'

/**
 * Opens an existing file for reading, also one that a service uses, or that this process cannot write.
 *
 * @param isProtected whether this process cannot write beside the file; tests replace it
 * @returns a connection whose `all` fails if another program has changed the file, so that what was read can be wrong
 * @throws Error if the file is damaged, or cannot be read without writing to its folder
 */
export function openReadOnly(url: string, isProtected = isWriteProtected(url)): Connection {
  const path = resolveLinks(requireFile(url))
  // A program that uses the database has a write-ahead log. Without one, SQLite need not lock the file, which it can only
  // do with another file in the folder.
  const isUnused = isProtected && ['-wal', '-journal'].every((suffix) => !existsSync(path + suffix))
  const before = describe(path)
  let connection: Connection | undefined
  try {
    requireMountedFolder(path)
    const opened = connect(isUnused ? withoutLocks(path) : path, { readOnly: true })
    connection = opened
    checkFile(opened, path)
    return {
      ...opened,
      all(sql, params) {
        const rows = opened.all<never>(sql, params)
        if (isUnused && (existsSync(`${path}-wal`) || describe(path) !== before)) {
          throw new Error('It changed meanwhile: try again')
        }
        return rows
      },
    }
  } catch (error) {
    connection?.close()
    if (isUnused || !existsSync(`${path}-wal`) || existsSync(`${path}-shm`)) throw error
    throw new Error(
      `Its folder is read-only, so SQLite cannot read ${path}-wal: copy both files into a folder that this user may write, and use the copy`,
    )
  }
}

function isWriteProtected(url: string): boolean {
  const path = resolveLinks(requireFile(url))
  return [path, dirname(path)].some((each) => isDenied(each, ['EACCES', 'EPERM', 'EROFS']))
}

/**
 * Copies a SQLite database into a new file, while a service can use it. It needs only the right to read.
 *
 * @throws StoreUnusable if the database cannot be read, or the file exists or cannot be written
 */
export async function backUpSqlite(url: string, to: string): Promise<void> {
  await opening(url, async () => {
    const connection = openReadOnly(url)
    try {
      backUp(connection, to)
    } finally {
      connection.close()
    }
  })
}

/**
 * Copies a database, as of one moment, into a new file. Then the copy is on the disk; if the copy fails, no file is left.
 * Until it is complete, it has the suffix `.partial`, so that a backup that was killed is not mistaken for a complete one.
 *
 * @throws StoreUnusable if the file exists or cannot be written
 */
export function backUp({ all }: Connection, file: string): void {
  if (existsSync(file)) throw new StoreUnusable(`The backup cannot be written: ${file} exists already`)
  const partial = `${file}.partial`
  let descriptor: number
  try {
    // A backup that was killed can have left one, with a journal that SQLite ignores and removes.
    rmSync(partial, { force: true })
    // SQLite accepts an empty file. Only its owner can read it, because it has the signing key.
    descriptor = openSync(partial, 'wx', 0o600)
  } catch (error) {
    throw new StoreUnusable(`The backup cannot be written: ${(error as Error).message}`)
  }
  try {
    all('VACUUM INTO ?', [partial])
    renameSync(partial, file)
    fsyncSync(descriptor)
  } catch (error) {
    rmSync(partial, { force: true })
    const reason = explain(error as Error)
    throw new StoreUnusable(`The database cannot be backed up to ${file}: ${reason}`, { cause: error })
  } finally {
    closeSync(descriptor)
  }
}

/** Opens a file as the source of a copy. All reads are of one moment. */
export async function openSource(url: string): Promise<Source> {
  const connection = openReadOnly(url)
  connection.exec('BEGIN')
  return {
    all: async (sql, params) => connection.all(sql, params),
    names: NAMES,
    close: async () => connection.close(),
  }
}

/** Returns the URL of a file that SQLite reads without locks (https://sqlite.org/uri.html). */
function withoutLocks(file: string): URL {
  const url = pathToFileURL(file)
  url.search = 'immutable=1'
  return url
}

function describe(path: string): string {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true })
  return [ino, size, mtimeNs].join()
}
