import t, { type Test } from 'tap'
import type { Database, Transaction } from '../../src/store/database.js'
import { openDatabase, openStore } from '../../src/store/open-store.js'
import { emptyDatabase } from '../database.js'
import { at, BOARD, values } from '../store/contract/shared.js'

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

const insert = (value: number | null) => (tx: Transaction) =>
  tx.runFinal('INSERT INTO number VALUES (?) RETURNING value', [value])

t.test('a write whose last statement fails does not affect the others of its group', async (t) => {
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

t.test('a write that throws is rolled back alone', async (t) => {
  const database = await openNumbers(t)
  const refused = async (tx: Transaction) => {
    await tx.all('INSERT INTO number VALUES (2)')
    throw new Error('No')
  }
  const outcomes = await Promise.allSettled([insert(1), refused, insert(3)].map((work) => database.transaction(work)))
  t.match(outcomes, [{ value: [{ value: 1 }] }, { reason: { message: 'No' } }, { value: [{ value: 3 }] }])
  t.strictSame(await readNumbers(database), [1, 3])
})

t.test('concurrent writes do not interleave with a transaction', async (t) => {
  const store = await openStore(await emptyDatabase())
  t.teardown(() => store.close())
  const create = () => store.createTask(BOARD, values(), at(0))
  const createFive = () =>
    store.atomically(BOARD, async (inner) => {
      const ids: number[] = []
      for (let count = 0; count < 5; count++) ids.push((await inner.createTask(BOARD, values(), at(0))).id)
      return ids
    })
  const [, first, , , second] = await Promise.all([create(), createFive(), create(), create(), createFive(), create()])
  t.strictSame(first, [2, 3, 4, 5, 6])
  t.strictSame(second, [9, 10, 11, 12, 13])
  const { tasks } = await store.listTasks(BOARD, { page: 0, size: 20, sort: 'id', direction: 'asc' })
  t.strictSame(
    tasks.map(({ sortOrder }) => sortOrder),
    Array.from({ length: 14 }, (_, position) => position),
  )
})
