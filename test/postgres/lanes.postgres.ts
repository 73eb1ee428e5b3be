import t from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { emptyDatabase } from '../database.js'
import { repeat } from '../length.js'
import { compareWithModel } from '../store/lanes.js'

t.test('positions in PostgreSQL are those of a model after random changes (decision 18)', async (t) => {
  const database = await openDatabase(await emptyDatabase(), 'create')
  t.teardown(() => database.close())
  await compareWithModel(t, database, repeat(150, 400))
})
