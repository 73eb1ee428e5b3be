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
export class StoreUnusable extends Error {
  /** For a database that is there and does not do what it is asked for. */
  static because(url: string, cause: Error): StoreUnusable {
    return new StoreUnusable(`Cannot use the database ${withoutPassword(url)}: ${explain(cause)}`, { cause })
  }
}

/** SQLSTATE (PostgreSQL, appendix A) of what a role may not do. */
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Opens the store that a `DATABASE_URL` names.
 *
 * @param url `sqlite:<path>`, `sqlite::memory:` or `postgres://<user>:<password>@<host>:<port>/<database>`
 * @throws StoreUnusable where it cannot be opened or was written by a newer version of the service
 */
export async function openStore(url: string): Promise<Store> {
  const open = Object.entries(openers).find(([prefix]) => url.startsWith(prefix))?.[1]
  if (open === undefined) throw new StoreUnusable(`There is no store for ${withoutPassword(url)}`)
  try {
    return await createSqlStore(await open(url))
  } catch (error) {
    throw StoreUnusable.because(url, error as Error)
  }
}

/** What is wrong with a database, in one line. */
function explain(error: Error): string {
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException
  if (code === INSUFFICIENT_PRIVILEGE) {
    return `${message}; a role that may create tables can make them with 'npm run migrate'`
  }
  // Where a name has several addresses, the message is empty.
  return message || String(code)
}

/** A `DATABASE_URL` as it may be shown. */
export function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^/?#:@]*):[^/?#]*@/, '$1:***@').replace(/([?&]password=)[^&#]*/i, '$1***')
}
