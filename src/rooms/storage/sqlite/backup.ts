import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { explain, StoreUnusable } from '../unusable.js'
import type { Connection } from './connection.js'

/**
 * Copies a SQLite database, as of one moment, into a new file. The database can be in use meanwhile. Then the copy is on
 * the disk; if the copy fails, no file is left. Until it is complete, it has the suffix `.partial`, so that a backup that
 * was killed is not mistaken for a complete one.
 *
 * @throws StoreUnusable if the file exists or cannot be written
 */
export function backUp({ all }: Connection, file: string): void {
  if (existsSync(file)) throw new StoreUnusable(`The backup cannot be written: ${file} exists already`)
  const partial = `${file}.partial`
  const descriptor = create(partial)
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
