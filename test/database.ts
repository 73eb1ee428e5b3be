import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Test } from 'tap'
import { openDatabase, openStore } from '../src/store/open-store.js'
import { createSqlStore } from '../src/store/sql/store.js'
import type { BoardQuotas, Store } from '../src/store/store.js'
import { TEST_UNDER_LOAD } from './mount.js'

/** A PostgreSQL database in which the tests make their schemas; without one they use the embedded store. */
const { TEST_SCHEMAS_URL } = process.env
/** Whether the services in the tests use PostgreSQL. */
export const IS_POSTGRES = TEST_SCHEMAS_URL !== undefined

/** Returns the URL of an empty database, in memory if possible. */
export async function emptyDatabase(): Promise<string> {
  return TEST_SCHEMAS_URL === undefined ? 'sqlite::memory:' : createSchema(TEST_SCHEMAS_URL)
}

/**
 * Opens a store with an empty database, in memory if possible. SQLite then runs in this thread, because the threads of a
 * store take ten times the CPU time of all else that a store does in a test. Tests of threads, of several connections and
 * of processes open theirs with `openStore`, and so do tests under load.
 */
export async function openEmptyStore(quotas: BoardQuotas = {}): Promise<Store> {
  const url = await emptyDatabase()
  return TEST_UNDER_LOAD ? openStore(url, quotas) : createSqlStore(await openDatabase(url, 'create'), quotas)
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
  const { execute } = await import('./postgres/server.js')
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE SCHEMA ${schema}`)
  return `${url}?options=-csearch_path%3D${schema}`
}
