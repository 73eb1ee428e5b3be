import { createSqlStore } from './sql/store.js'
import { openSqliteDatabase } from './sqlite/database.js'
import type { Store } from './store.js'

/** The kinds of `DATABASE_URL`: what it starts with, and what opens the rest of it. */
const openers = { 'sqlite:': openSqliteDatabase }

/** What a `DATABASE_URL` must look like, as a regular expression. */
export const DATABASE_URL_PATTERN = `^(${Object.keys(openers).join('|')}).+`

/** The store could not be opened; the message says why, in one line. */
export class StoreUnusable extends Error {}

/**
 * Opens the store that a `DATABASE_URL` names.
 *
 * @param url `sqlite:<path>` or `sqlite::memory:`
 * @throws StoreUnusable where it cannot be opened or was written by a newer version of the service
 */
export async function openStore(url: string): Promise<Store> {
  try {
    for (const [prefix, open] of Object.entries(openers)) {
      if (url.startsWith(prefix)) return await createSqlStore(open(url.slice(prefix.length)))
    }
  } catch (error) {
    const { message, cause } = error as Error
    throw new StoreUnusable(
      `Cannot use the database ${url}: ${cause instanceof Error ? cause.message : message}`,
      {
        cause: error,
      },
    )
  }
  throw new StoreUnusable(`There is no store for ${url}`)
}
