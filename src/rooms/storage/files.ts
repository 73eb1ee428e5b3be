import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { removeFiles } from './sqlite/file-identity.js'
import { StoreUnusable } from './unusable.js'

/** Returns the file of a `DATABASE_URL`; `undefined` for a database that has none. */
function fileOf(url: string): string | undefined {
  const [, file] = /^sqlite:(.*)$/s.exec(url) ?? []
  return file === undefined || file === ':memory:' ? undefined : resolve(file)
}

/**
 * Requires that a database exists, if it is a file.
 *
 * @throws StoreUnusable
 */
export function requireFile(url: string): void {
  const file = fileOf(url)
  if (file !== undefined && !existsSync(file)) throw StoreUnusable.because(url, new Error('The file does not exist'))
}

/** Removes the file of a database that did not exist, if work with it fails: on a full disk, it takes space. */
export async function withNewFile<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const file = fileOf(url)
  const isNew = file !== undefined && !existsSync(file)
  try {
    return await work()
  } catch (error) {
    if (isNew) removeFiles(file)
    throw error
  }
}
