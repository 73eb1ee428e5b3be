import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Test } from 'tap'
import { StoreUnavailable } from '../../src/contract/errors.js'
import type { BoardQuotas } from '../../src/rooms/board/values.js'
import { openStore } from '../../src/rooms/open-store.js'
import type { Store } from '../../src/rooms/store.js'

/** A PostgreSQL database in which the tests make their schemas; without one they use the embedded store. */
const { TEST_SCHEMAS_URL } = process.env
/** Whether the services in the tests use PostgreSQL. */
export const IS_POSTGRES = TEST_SCHEMAS_URL !== undefined

/** Returns the URL of an empty database, in memory if possible. */
export async function emptyDatabase(): Promise<string> {
  return TEST_SCHEMAS_URL === undefined ? 'sqlite::memory:' : createSchema(TEST_SCHEMAS_URL)
}

/** Opens a store with an empty database, in memory if possible. */
export async function openEmptyStore(quotas: BoardQuotas = {}): Promise<Store> {
  return openStore(await emptyDatabase(), quotas)
}

/** Lets a method of a store fail until it is repaired, and counts its calls. */
export function breakMethod(store: Store, name: keyof Store, error: Error = new StoreUnavailable()) {
  const method = store[name]
  const broken = { calls: 0, repair: () => void Object.assign(store, { [name]: method }) }
  const fail = async () => {
    broken.calls++
    throw error
  }
  Object.assign(store, { [name]: fail })
  return broken
}

/** The URL of a database that is empty and outlives the service, but not the test. */
export async function lastingDatabase(t: Test): Promise<string> {
  if (TEST_SCHEMAS_URL !== undefined) return createSchema(TEST_SCHEMAS_URL)
  // A second call of `testdir` would delete the databases that the test uses.
  const folder = existsSync(t.testdirName) ? t.testdirName : t.testdir()
  return `sqlite:${folder}/${randomUUID()}.db`
}

async function createSchema(url: string): Promise<string> {
  // Loaded only if it is needed.
  const { execute } = await import('../postgres/server.js')
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE SCHEMA ${schema}`)
  return `${url}?options=-csearch_path%3D${schema}`
}
