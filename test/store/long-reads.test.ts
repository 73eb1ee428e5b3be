import { renameSync } from 'node:fs'
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { at, BOARD, query, values } from './contract/shared.js'

/** More tasks than one statement searches, with gaps between the ids. */
const TASKS = 50_000

/** The title of every 9,999th task begins with `Äpfel`, of every 7th of the others with `Apple`. */
const FILL = `
  INSERT INTO task (board_id, id, title, status, priority, sort_order, labels, checklist_items, created_at, updated_at, search_text)
  WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ${TASKS - 1})
  SELECT 'default', 3 * n + 1, title, 0, n % 4, n, '[]', '[]', '${at(0)}', '${at(0)}', folded FROM (
    SELECT n, CASE WHEN n % 9999 = 0 THEN 'Äpfel ' WHEN n % 7 = 0 THEN 'Apple ' ELSE 'Pear ' END || n AS title,
      CASE WHEN n % 9999 = 0 THEN 'äpfel ' WHEN n % 7 = 0 THEN 'apple ' ELSE 'pear ' END || n AS folded FROM number)`

/** Opens a store with many tasks. In memory, one statement searches them all; in a file, several statements do. */
async function openFilled(t: Test, url: string) {
  const database = await openDatabase(url, 'create')
  const store = createSqlStore(database)
  t.teardown(() => store.close())
  await database.transaction(async (tx) => {
    await tx.all(FILL)
    await tx.all(`UPDATE board SET last_task_id = ${3 * TASKS}`)
  })
  return store
}

const inFile = (t: Test) => openFilled(t, `sqlite:${t.testdir()}/board.db`)

t.test('a search in several statements finds the same as one statement', async (t) => {
  const [several, one] = [await inFile(t), await openFilled(t, 'sqlite::memory:')]
  for (const search of [
    query({ search: 'apple' }),
    query({ search: 'APPLE', page: 300, sort: 'title', direction: 'desc' }),
    query({ search: 'äpfel', sort: 'sortOrder', direction: 'desc' }),
    query({ search: 'Apple', matchCase: true, priority: 'HIGH', sort: 'priority' }),
    query({ search: 'pear', status: 'TODO', page: 2000, size: 20 }),
    query({ search: '4999', sort: 'dueDate' }),
    query({ search: 'cherry' }),
    query({ search: 'apple', page: 1e9 }),
  ]) {
    const [found, expected] = await Promise.all([several.listTasks(BOARD, search), one.listTasks(BOARD, search)])
    t.strictSame(found, expected, JSON.stringify(search))
  }
})

t.test('a search does not block the event loop', async (t) => {
  const store = await inFile(t)
  let turns = 0
  let isSearching = true
  const search = store.listTasks(BOARD, query({ search: 'äpfel' })).finally(() => {
    isSearching = false
  })
  while (isSearching) {
    await new Promise(setImmediate)
    turns++
  }
  t.equal((await search).total, 6)
  t.ok(turns > 5, `${turns} turns of the event loop`)
})

t.test('a search sees the writes before it and none of the writes during it', async (t) => {
  const store = await inFile(t)
  await store.createTask(BOARD, values({ title: 'Äpfel, the last' }), at(1))
  const search = store.listTasks(BOARD, query({ search: 'äpfel' }))
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  await store.deleteAllTasks(BOARD)
  t.equal((await search).total, 7)
  t.equal((await store.listTasks(BOARD, query({ search: 'äpfel' }))).total, 0)
})

t.test('rejects a search that cannot open the database, while other calls still work', async (t) => {
  const folder = t.testdir({ data: {} })
  const store = await openFilled(t, `sqlite:${folder}/data/board.db`)
  renameSync(`${folder}/data`, `${folder}/elsewhere`)
  await t.rejects(store.listTasks(BOARD, query({ search: 'äpfel' })), { message: /not available/ })
  t.equal((await store.listTasks(BOARD, query())).total, TASKS)
  renameSync(`${folder}/elsewhere`, `${folder}/data`)
  t.equal((await store.listTasks(BOARD, query({ search: 'äpfel' }))).total, 6)
})

t.test('rejects a long read after the database was closed', async (t) => {
  const database = await openDatabase(`sqlite:${t.testdir()}/board.db`, 'create')
  await database.close()
  await t.rejects(
    database.readTransaction((state) => state.all('SELECT 1')),
    {
      message: /not available/,
    },
  )
})

t.test('close() waits for running searches', async (t) => {
  const store = await inFile(t)
  const searches = [1, 2, 3].map(() => store.listTasks(BOARD, query({ search: 'äpfel' })))
  await new Promise(setImmediate)
  await store.close()
  for (const search of await Promise.all(searches)) t.equal(search.total, 6)
  await t.rejects(store.listTasks(BOARD, query({ search: 'äpfel' })), { message: /not available/ })
})
