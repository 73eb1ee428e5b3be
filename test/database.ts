import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'

/** A PostgreSQL database in which the tests make their schemas; without one they use the embedded store. */
const { TEST_SCHEMAS_URL } = process.env

/** The URL of a database that is empty, in memory where that is possible. */
export async function emptyDatabase(): Promise<string> {
  return TEST_SCHEMAS_URL === undefined ? 'sqlite::memory:' : createSchema(TEST_SCHEMAS_URL)
}

/** The URL of a database that is empty and outlives the service, but not the test. */
export async function lastingDatabase(t: Test): Promise<string> {
  return TEST_SCHEMAS_URL === undefined
    ? `sqlite:${t.testdir()}/${randomUUID()}.db`
    : createSchema(TEST_SCHEMAS_URL)
}

async function createSchema(url: string): Promise<string> {
  // Only loaded where it is needed: each file of tests is a process of its own.
  const { execute } = await import('./postgres/server.js')
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE SCHEMA ${schema}`)
  return `${url}?options=-csearch_path%3D${schema}`
}
