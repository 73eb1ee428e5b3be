import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import type { Database } from '../database.js'
import { StoreUnusable } from '../open-store.js'

/**
 * Copies a SQLite database, as of one moment, into a new file. The database can be in use meanwhile. When the promise
 * resolves, the copy is on the disk; when it rejects, the file is removed.
 *
 * @throws StoreUnusable if the file exists or cannot be created
 */
export async function backUp(database: Database, file: string): Promise<void> {
  const descriptor = create(file)
  try {
    await database.all('VACUUM INTO ?', [file])
    fsyncSync(descriptor)
  } catch (error) {
    // SQLite leaves the journal of the copy behind.
    for (const name of [file, `${file}-journal`]) rmSync(name, { force: true })
    throw error
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
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    throw new StoreUnusable(`The backup cannot be written: ${(error as Error).message}`)
  }
}
