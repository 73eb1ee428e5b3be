import { statSync } from 'node:fs'
import { type Owner, type WaitOptions, waitForLock } from '../lock.js'
import { SELECT_OWNER } from '../sql.js'
import { type Connection, connect } from './connection.js'
import { createFile, identifyFile, LOCK_SUFFIX, requireMountedFolder, resolveLinks } from './files.js'

/** The connections that hold a lock. Without a reference, the garbage collector would close them. */
const held = new Set<Connection>()

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
  const target = resolveLinks(file)
  const stats = statSync(target, { throwIfNoEntry: false })
  const names = stats?.isFile() ? stats.nlink : 1
  if (names > 1) throw new Error(`The file has ${names} names (hard links): keep only the one next to its -wal file`)
  return waitForLock(
    async () => tryLock(target + LOCK_SUFFIX),
    async () => readOwner(target),
    options,
  )
}

/**
 * Takes the lock, or returns `undefined` if another connection holds it. Nothing else in the process may open and close
 * the file, because this releases the locks of the process (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
function tryLock(file: string): (() => void) | undefined {
  createFile(file)
  const identity = identifyFile(file)
  const connection = connect(file, { busyTimeout: 0 })
  try {
    // A journal in memory needs no other file.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
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
  let connection: Connection | undefined
  try {
    connection = connect(file, { readOnly: true })
    return connection.all<Owner>(SELECT_OWNER)[0]
  } catch {
    return undefined
  } finally {
    connection?.close()
  }
}
