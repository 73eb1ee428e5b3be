import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import type { Database } from '../database.js'
import { StoreUnusable } from '../open-store.js'

/**
 * Writes a copy of a SQLite database, as it is at one moment, into a new file. Others may write to the database meanwhile.
 * The copy is on the disk when the promise resolves, and nothing is left of it when it rejects.
 *
 * @throws StoreUnusable where the file exists or cannot be made
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

/** Makes an empty file, which SQLite takes for a new one. It will hold the signing key, so it is for this user alone. */
function create(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    throw new StoreUnusable(`The backup cannot be written: ${(error as Error).message}`)
  }
}
