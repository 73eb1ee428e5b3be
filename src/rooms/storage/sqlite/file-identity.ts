import { realpathSync, rmSync, statSync } from 'node:fs'
import { StoreUnavailable } from '../../../contract/errors.js'

/** The suffix of the file whose lock the process holds that serves the database (`lock.ts`). */
export const LOCK_SUFFIX = '-lock'

/** The suffixes of the files of an open database: the database, its write-ahead log, the index of that log, and the lock. */
const SUFFIXES = ['', '-wal', '-shm', LOCK_SUFFIX]

/**
 * Identifies the files of an open database. They stay the same while the connection is open, unless another program
 * deletes or replaces them. Then SQLite continues to write to files that no longer have a name.
 *
 * @param file the path of the database
 * @param run runs a statement over the connection
 */
export function identify(file: string, run: (sql: string) => unknown): string {
  // The first read creates the write-ahead log. From then on, other programs cannot delete it by closing the database.
  run('SELECT 1 FROM sqlite_schema LIMIT 1')
  return readIdentity(file)
}

/**
 * Reads the identity from the metadata. Never open and close a file of the database outside SQLite: this releases all
 * POSIX locks of the process on it, and the next program that closes the database deletes the write-ahead log
 * (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
function readIdentity(file: string): string {
  const path = resolveLinks(file)
  return SUFFIXES.map((suffix) => identifyFile(path + suffix)).join()
}

/**
 * Follows symbolic links. SQLite does so too, and its other files are next to the target of the link.
 *
 * @returns the path that SQLite uses, or `file` if it is missing
 */
export function resolveLinks(file: string): string {
  try {
    return realpathSync.native(file)
  } catch {
    return file
  }
}

/** Returns the identity of one file, from its metadata. */
export function identifyFile(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? 'missing' : `${stats.dev}:${stats.ino}`
}

/**
 * Requires that no other program has deleted or replaced a file of the database.
 *
 * @param identity the result of `identify` when the database was opened
 * @throws StoreUnavailable without a cause, because the store reports the loss once, and not for each request
 */
export function requireSame(file: string, identity: string): void {
  if (!isSame(file, identity)) throw new StoreUnavailable()
}

/** Whether the files of the database are the same as when `identify` returned `identity`. */
export function isSame(file: string, identity: string): boolean {
  return readIdentity(file) === identity
}

/** Removes the files of a database that no program uses. */
export function removeFiles(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true })
}
