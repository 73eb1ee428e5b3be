import { existsSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Owner, SELECT_OWNER } from '../owner.js'
import { type WaitOptions, waitForLock } from '../wait-for-lock.js'
import { createFile } from './create-file.js'
import { identifyFile, LOCK_SUFFIX } from './file-identity.js'
import { requireMountedFolder } from './mounted-file.js'

/** The connections that hold a lock. Without a reference, the garbage collector would close them. */
const held = new Set<DatabaseSyncInstance>()

/**
 * Takes the lock of a SQLite database: an exclusive transaction on a second, empty SQLite file. The system releases it
 * when the process ends, in whatever way. A transaction needs no space on the disk, because it writes nothing.
 *
 * @param file the path of the database, which may not exist yet
 * @returns a function that releases it
 * @throws DatabaseInUse
 * @throws Error if the file has a hard link, because each name would have a lock and a write-ahead log of its own
 */
export async function takeSqliteLock(file: string, options: WaitOptions): Promise<() => void> {
  requireMountedFolder(file)
  mkdirSync(dirname(file), { recursive: true })
  const target = resolveTarget(file)
  const stats = statSync(target, { throwIfNoEntry: false })
  const names = stats?.isFile() ? stats.nlink : 1
  if (names > 1) throw new Error(`The file has ${names} names (hard links): keep only the one next to its -wal file`)
  const attempts = { tryLock: async () => tryLock(target + LOCK_SUFFIX), readOwner: async () => readOwner(target) }
  return waitForLock(attempts, options)
}

/**
 * Follows symbolic links, so that all names of a database have one lock.
 *
 * @returns the path that SQLite would create if the file does not exist
 */
function resolveTarget(file: string): string {
  if (existsSync(file)) return realpathSync.native(file)
  try {
    return resolveTarget(resolve(dirname(file), readlinkSync(file)))
  } catch {
    return existsSync(dirname(file)) ? join(realpathSync.native(dirname(file)), basename(file)) : file
  }
}

/**
 * Takes the lock, or returns `undefined` if another connection holds it. Nothing else in the process may open and close
 * the file, because this releases the locks of the process (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
function tryLock(file: string): (() => void) | undefined {
  if (!existsSync(file)) createFile(file).close()
  const identity = identifyFile(file)
  const connection = new DatabaseSync(file)
  try {
    // A journal in memory needs no other file.
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    // Another process may have deleted the file meanwhile. Then the lock is that of a file without a name.
    if (identifyFile(file) !== identity) throw new Error('database is locked')
  } catch (error) {
    connection.close()
    if (/database is locked/.test((error as Error).message)) return undefined
    throw error
  }
  held.add(connection)
  return () => {
    if (held.delete(connection)) connection.close()
  }
}

/** Reads who serves a database. The owner is unknown while it starts, and if it has an earlier version. */
function readOwner(file: string): Owner | undefined {
  let connection: DatabaseSyncInstance | undefined
  try {
    connection = new DatabaseSync(file, { readOnly: true })
    return connection.prepare(SELECT_OWNER).get() as Owner | undefined
  } catch {
    return undefined
  } finally {
    connection?.close()
  }
}
