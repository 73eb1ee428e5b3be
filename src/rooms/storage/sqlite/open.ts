import { resolve } from 'node:path'
import type { Engine } from '../engine.js'
import type { Owner } from '../owner.js'
import type { StorageEvents } from '../storage.js'
import type { WaitOptions } from '../wait-for-lock.js'
import { createSqliteEngine } from './engine.js'
import { isSame } from './file-identity.js'
import { takeSqliteLock } from './lock.js'
import { openFile } from './open-file.js'
import { createTemporaryFile } from './temporary-file.js'
import { startWriter, writeHere } from './writer.js'

/** The name of a database without a file of its own. */
const MEMORY = ':memory:'

/**
 * Takes the lock of a SQLite file, and opens it.
 *
 * @param url `sqlite:<path>`, or `sqlite::memory:` for a temporary file
 * @throws DatabaseInUse, Error
 */
export async function openEngine(
  url: string,
  owner: Owner,
  events: StorageEvents,
  wait: WaitOptions = {},
): Promise<Engine> {
  const path = url.slice('sqlite:'.length)
  const temporary = path === MEMORY ? createTemporaryFile() : undefined
  // A relative path stays the same file when the program changes its working directory.
  const file = temporary?.path ?? resolve(path)
  const unlock = temporary === undefined ? await takeSqliteLock(file, wait) : temporary.remove
  try {
    const { reader, identity } = await openFile(file, events.onMigrated)
    const isDurable = temporary === undefined
    const writer = (isDurable ? startWriter : writeHere)({ file, identity, isDurable, owner })
    const engine = createSqliteEngine({ reader, writer, hasFiles: () => isSame(file, identity) }, events)
    return { ...engine, close: () => engine.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}
