import t from 'tap'
import type { Database } from '../../src/store/database.js'
import { stateReader } from '../../src/store/sql/board-state.js'
import { createSqlStore, prepareDatabase } from '../../src/store/sql/store.js'
import { openSqliteDatabase } from '../../src/store/sqlite/database.js'
import { at, newBoard } from './contract/shared.js'

t.test('reads the states of all boards of one turn of the event loop with one query', async (t) => {
  const database = openSqliteDatabase(':memory:')
  t.teardown(() => database.close())
  await prepareDatabase(database)
  const ids = Array.from({ length: 60 }, (_, index) => `board-${index}`)
  await createSqlStore(database).createBoards(
    ids.map((id) => newBoard(id)),
    100,
    at(0),
  )
  let queries = 0
  const all: Database['all'] = (...args) => {
    queries++
    return database.all(...args)
  }
  const readState = stateReader({ ...database, all })
  const states = await Promise.all([...ids, ...ids].map(readState))
  t.equal(queries, 1)
  for (const { usedAt } of states) t.equal(usedAt, at(0))
  await readState('board-1')
  t.equal(queries, 2, 'a later turn reads again')
})
