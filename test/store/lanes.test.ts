import t from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { at, BOARD, createRandom, values } from './contract/shared.js'
import { compareWithModel } from './lanes.js'

t.test('positions in SQLite are those of a model after random changes (decision 18)', async (t) => {
  const database = await openDatabase('sqlite::memory:', 'create')
  t.teardown(() => database.close())
  await compareWithModel(t, database, 1000)
})

t.test('a move and a deletion in a long column change a bounded number of rows', async (t) => {
  const database = await openDatabase('sqlite::memory:', 'create')
  t.teardown(() => database.close())
  const store = createSqlStore(database)
  const tasks = Array.from({ length: 3000 }, () => ({ values: values() }))
  await store.fillEmptyBoard(BOARD, tasks, at(0))

  /** Returns the number of rows that were changed since the database was opened. */
  async function countChanges(): Promise<number> {
    const [row] = await database.transaction((tx) => tx.all<{ total: number }>('SELECT total_changes() AS total'))
    return row?.total as number
  }
  const random = createRandom(7)
  const changes: number[] = []
  async function measure(change: Promise<unknown>, before: number): Promise<void> {
    await change
    changes.push((await countChanges()) - before)
  }
  for (let count = 0; count < 600; count++) {
    // Half of the moves have one target, which uses up the keys there.
    const index = count % 2 === 0 ? 1500 : random(3000)
    await measure(store.moveTask(BOARD, 1 + random(2900), 'TODO', index, at(1)), await countChanges())
  }
  for (let id = 2901; id <= 2950; id++) await measure(store.deleteTask(BOARD, id), await countChanges())
  t.ok(Math.max(...changes) <= 200, `at most ${Math.max(...changes)} rows`)
  const average = changes.reduce((sum, count) => sum + count, 0) / changes.length
  t.ok(average < 20, `${average} rows on average`)
})
