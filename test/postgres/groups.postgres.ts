import t, { type Test } from 'tap'
import type { Database, Queryable } from '../../src/store/database.js'
import { openDatabase } from '../../src/store/open-store.js'
import { emptyDatabase } from '../database.js'

/** Opens a database with an empty table of numbers. */
async function openNumbers(t: Test): Promise<Database> {
  const database = await openDatabase(await emptyDatabase(), 'create')
  t.teardown(() => database.close())
  await database.transaction((tx) => tx.all('CREATE TABLE number (value BIGINT NOT NULL)'))
  return database
}

async function readNumbers(database: Database): Promise<number[]> {
  const rows = await database.all<{ value: number }>('SELECT value FROM number ORDER BY value')
  return rows.map(({ value }) => value)
}

const insert = (value: number | null) => (tx: Queryable) =>
  tx.all('INSERT INTO number VALUES (?) RETURNING value', [value])

t.test('a write that fails does not affect the others of its group', async (t) => {
  const database = await openNumbers(t)
  const outcomes = await Promise.allSettled([1, null, 3, null, 5].map((value) => database.transaction(insert(value))))
  t.match(outcomes, [
    { value: [{ value: 1 }] },
    { reason: { code: '23502' } },
    { value: [{ value: 3 }] },
    { reason: { code: '23502' } },
    { value: [{ value: 5 }] },
  ])
  t.strictSame(await readNumbers(database), [1, 3, 5])
})
