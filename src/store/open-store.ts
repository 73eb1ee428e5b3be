import type { Database } from './database.js'
import { createSqlStore } from './sql/store.js'
import type { Store } from './store.js'

/** The kinds of `DATABASE_URL`: what it starts with, and what opens it. Only that one's driver is loaded. */
const openers: Record<string, (url: string) => Promise<Database>> = {
  'sqlite:': async (url) =>
    (await import('./sqlite/database.js')).openSqliteDatabase(url.slice('sqlite:'.length)),
  'postgres:': openPostgres,
  'postgresql:': openPostgres,
}

async function openPostgres(url: string): Promise<Database> {
  return (await import('./postgres/database.js')).openPostgresDatabase(url)
}

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
      if (url.startsWith(prefix)) return await createSqlStore(await open(url))
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
