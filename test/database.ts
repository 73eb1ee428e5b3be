import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'

/** A PostgreSQL database in which the tests make their schemas; without one they use the embedded store. */
const { TEST_SCHEMAS_URL } = process.env

/** Returns the URL of an empty database, in memory if possible. */
export async function emptyDatabase(): Promise<string> {
  return TEST_SCHEMAS_URL === undefined ? 'sqlite::memory:' : createSchema(TEST_SCHEMAS_URL)
}

/** The URL of a database that is empty and outlives the service, but not the test. */
export async function lastingDatabase(t: Test): Promise<string> {
  return TEST_SCHEMAS_URL === undefined ? `sqlite:${t.testdir()}/${randomUUID()}.db` : createSchema(TEST_SCHEMAS_URL)
}

async function createSchema(url: string): Promise<string> {
  // Loaded only if it is needed.
  const { execute } = await import('./postgres/server.js')
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE SCHEMA ${schema}`)
  return `${url}?options=-csearch_path%3D${schema}`
}
