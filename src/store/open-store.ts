import { existsSync } from 'node:fs'
import type { Database } from './database.js'
import { requireTables } from './migrations.js'
import { createSqlStore, prepareDatabase } from './sql/store.js'
import type { QuotaOf, Store } from './store.js'

/** What becomes of a database when it is opened: it is made and brought up to date, or must be so already. */
type Preparation = 'make' | 'require'

type Open = (url: string, preparation: Preparation) => Promise<Database>

const openSqlite: Open = async (url, preparation) => {
  const file = url.slice('sqlite:'.length)
  if (preparation === 'require' && !existsSync(file)) throw new Error('There is no such file')
  return (await import('./sqlite/database.js')).openSqliteDatabase(file)
}

const openPostgres: Open = async (url) => (await import('./postgres/database.js')).openPostgresDatabase(url)

/** The kinds of `DATABASE_URL`: what it starts with, and what opens it. Only that one's driver is loaded. */
const openers: Record<string, Open> = {
  'sqlite:': openSqlite,
  'postgres:': openPostgres,
  'postgresql:': openPostgres,
}

/** What a `DATABASE_URL` must look like, as a regular expression. */
export const DATABASE_URL_PATTERN = `^(${Object.keys(openers).join('|')}).+`

/** A store cannot be used as it was asked for; the message says why, in one line. */
export class StoreUnusable extends Error {
  /** For a database that is there and does not do what it is asked for. */
  static because(url: string, cause: Error): StoreUnusable {
    return new StoreUnusable(`Cannot use the database ${withoutPassword(url)}: ${explain(cause)}`, { cause })
  }
}

/** What can be done, by SQLSTATE (PostgreSQL, appendix A). */
const HINTS: Readonly<Record<string, string>> = {
  // Insufficient privilege.
  '42501':
    "; let another role make the tables with 'npm run migrate', and grant this one what docs/stores.md says",
}

/**
 * Opens the store that a `DATABASE_URL` names.
 *
 * @param url `sqlite:<path>`, `sqlite::memory:` or `postgres://<user>:<password>@<host>:<port>/<database>`
 * @param quotaOf the quota of each board; without it boards hold whatever they like
 * @throws StoreUnusable where it cannot be opened or was written by a newer version of the service
 */
export async function openStore(url: string, quotaOf?: QuotaOf): Promise<Store> {
  return createSqlStore(await openDatabase(url, 'make'), quotaOf)
}

/**
 * Opens the database that a `DATABASE_URL` names, for what goes past the store.
 *
 * @param preparation `make`: make it where it is missing, and bring its tables up to date; `require`: refuse it where that is necessary
 * @throws StoreUnusable where it cannot be opened, or is of another version of the service
 */
export async function openDatabase(url: string, preparation: Preparation): Promise<Database> {
  const open = Object.entries(openers).find(([prefix]) => url.startsWith(prefix))?.[1]
  if (open === undefined) throw new StoreUnusable(`There is no store for ${withoutPassword(url)}`)
  let database: Database | undefined
  try {
    database = await open(url, preparation)
    await (preparation === 'make' ? prepareDatabase : requireTables)(database)
    return database
  } catch (error) {
    await database?.close()
    throw StoreUnusable.because(url, error as Error)
  }
}

/** What is wrong with a database, in one line. */
export function explain(error: Error): string {
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException
  // Where a name has several addresses, the message is empty.
  return (message || String(code)) + (HINTS[String(code)] ?? '')
}

/** A `DATABASE_URL` as it may be shown. */
export function withoutPassword(url: string): string {
  // Up to the last @: a password may hold what should have been encoded.
  return url.replace(/^(\w+:(?:\/\/)?[^/?#:@]*):.*@/s, '$1:***@').replace(/([?&]password=)[^&#]*/gi, '$1***')
}
