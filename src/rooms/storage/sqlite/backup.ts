import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import type { Queryable } from '../queryable.js'
import { explain, StoreUnusable } from '../unusable.js'

/**
 * Copies a SQLite database, as of one moment, into a new file. The database can be in use meanwhile. When the promise
 * resolves, the copy is on the disk; when it rejects, no file is left. Until the copy is complete, it has the suffix
 * `.partial`, so that a backup that was killed is not mistaken for a complete one.
 *
 * @param requireUnchanged throws if another program has changed what was read
 * @throws StoreUnusable if the file exists or cannot be written
 */
export async function backUp(database: Queryable, file: string, requireUnchanged = () => {}): Promise<void> {
  if (existsSync(file)) throw new StoreUnusable(`The backup cannot be written: ${file} exists already`)
  const partial = `${file}.partial`
  const descriptor = create(partial)
  try {
    await database.all('VACUUM INTO ?', [partial])
    requireUnchanged()
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

/**
 * Creates an empty file, which SQLite accepts as a new one. Only its owner can read it, because it has the signing
 * key.
 */
function create(file: string): number {
  try {
    // A backup that was killed can have left one, with a journal that SQLite ignores and removes.
    rmSync(file, { force: true })
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    throw new StoreUnusable(`The backup cannot be written: ${(error as Error).message}`)
  }
}
