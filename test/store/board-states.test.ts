import { join } from 'node:path'
import t, { type Test } from 'tap'
import { BoardNotFound } from '../../src/contract/errors.js'
import type { Database } from '../../src/store/database.js'
import { stateReader } from '../../src/store/sql/board-state.js'
import { createSqlStore, prepareDatabase } from '../../src/store/sql/store.js'
import { openSqliteDatabase } from '../../src/store/sqlite/database.js'
import { openReadingDatabase } from '../../src/store/sqlite/reading-database.js'
import { at, newBoard, values } from './contract/shared.js'

const IDS = Array.from({ length: 60 }, (_, index) => `board-${index}`)

/** Creates the boards in a file, and returns a database that writes to it. */
async function createBoards(t: Test) {
  const file = join(t.testdir(), 'board.db')
  const database = openSqliteDatabase(file)
  t.teardown(() => database.close())
  await prepareDatabase(database)
  const store = createSqlStore(database)
  const boards = IDS.map((id) => newBoard(id))
  await store.createBoards(boards, 100, at(0))
  return { file, database, store }
}

/** Counts the queries that read states. */
function countQueries(database: Database) {
  let queries = 0
  const all: Database['all'] = (...args) => {
    queries++
    return database.all(...args)
  }
  return { readState: stateReader({ ...database, all }), queries: () => queries }
}

t.test('reads the states of all boards of one turn of the event loop with one query', async (t) => {
  const { database } = await createBoards(t)
  const { readState, queries } = countQueries(database)
  const states = await Promise.all([...IDS, ...IDS].map(readState))
  t.equal(queries(), 1)
  for (const { usedAt } of states) t.equal(usedAt, at(0))
  await readState('board-1')
  t.equal(queries(), 2, 'a later turn reads again')
})

t.test('reads the states again only after a commit, if the database has a version', async (t) => {
  const { file, store } = await createBoards(t)
  const database = openReadingDatabase(file, { busyTimeout: 0 })
  t.teardown(() => database.close())
  const { readState, queries } = countQueries(database)
  const { revision } = await readState('board-1')
  await readState('board-1')
  t.equal(queries(), 1)
  await readState('board-2')
  t.equal(queries(), 2, 'another board')
  await store.createTask('board-1', values(), at(1))
  t.not((await readState('board-1')).revision, revision)
  t.equal(queries(), 3)
  await store.deleteBoard('board-1', at(2))
  await t.rejects(readState('board-1'), BoardNotFound)
})
