import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/**
 * Opens a connection to a file that does not exist, and creates it with its folder. Only the owner can read the file,
 * because it has the signing key. SQLite copies the mode to its other files.
 *
 * SQLite creates the file itself, with the mode of a template (`modeof` in https://sqlite.org/uri.html), because nothing
 * else in the process may open and close the file (`file-identity.ts`).
 */
export function createFile(file: string): DatabaseSyncInstance {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  const template = join(folder, `.task-board-${randomUUID()}`)
  writeFileSync(template, '', { mode: 0o600 })
  try {
    const url = pathToFileURL(file)
    // SQLite does not read a plus sign as a space, which URLSearchParams writes.
    url.search = `modeof=${encodeURIComponent(template)}`
    return new DatabaseSync(url)
  } finally {
    rmSync(template)
  }
}
