import t from 'tap'
import { BoardNotFound } from '../../src/contract/errors.js'
import { openDatabase } from '../../src/store/open-store.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { at, newBoard, values } from './contract/shared.js'

t.test('reads the state of a board again only after a write that may have changed it', async (t) => {
  const database = await openDatabase('sqlite::memory:', 'create')
  t.teardown(() => database.close())
  let queries = 0
  const store = createSqlStore({
    ...database,
    all(...query) {
      queries++
      return database.all(...query)
    },
  })
  await store.createBoards([newBoard('a'), newBoard('b')], 10, at(0))
  const [first] = await Promise.all(['a', 'a', 'b'].map(store.readState))
  t.equal(queries, 2)
  await store.createTask('b', values(), at(1))
  await store.readState('a')
  t.equal(queries, 2, 'another board has changed')
  await store.sweepBoards(at(1))
  queries = 0
  await store.readState('a')
  t.equal(queries, 0, 'deleted boards were removed')
  await store.createTask('a', values(), at(1))
  t.not((await store.readState('a')).revision, first?.revision)
  await store.deleteBoard('a', at(2))
  for (let turn = 0; turn < 2; turn++) await t.rejects(store.readState('a'), BoardNotFound)
})
