import { renameSync } from 'node:fs'
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { at, BOARD, query, values } from './contract/shared.js'

/** More than are searched at once, with gaps between the ids. */
const TASKS = 50_000

/** Every 7th is called an apple, every 9,999th an Äpfel. */
const FILL = `
  INSERT INTO task (board_id, id, title, status, priority, sort_order, labels, checklist_items, created_at, updated_at, search_text)
  WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ${TASKS - 1})
  SELECT 'default', 3 * n + 1, title, 0, n % 4, n, '[]', '[]', '${at(0)}', '${at(0)}', folded FROM (
    SELECT n, CASE WHEN n % 9999 = 0 THEN 'Äpfel ' WHEN n % 7 = 0 THEN 'Apple ' ELSE 'Pear ' END || n AS title,
      CASE WHEN n % 9999 = 0 THEN 'äpfel ' WHEN n % 7 = 0 THEN 'apple ' ELSE 'pear ' END || n AS folded FROM number)`

/** A store with many tasks: in memory where one statement searches them, or in a file. */
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

t.test('a search in pieces finds what one statement finds', async (t) => {
  const [pieces, whole] = [await inFile(t), await openFilled(t, 'sqlite::memory:')]
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
    const [found, expected] = await Promise.all([
      pieces.listTasks(BOARD, search),
      whole.listTasks(BOARD, search),
    ])
    t.strictSame(found, expected, JSON.stringify(search))
  }
})

t.test('others are served in the middle of a search', async (t) => {
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

t.test('a search sees one state, whatever is written meanwhile, and what was written before', async (t) => {
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

t.test('within a change a search sees what the change has done', async (t) => {
  const store = await inFile(t)
  await store.atomically(BOARD, async (inner) => {
    await inner.createTask(BOARD, values({ title: 'Äpfel, the last' }), at(1))
    t.equal((await inner.listTasks(BOARD, query({ search: 'äpfel' }))).total, 7)
  })
})

t.test('a search that cannot open the database is refused, and the rest goes on', async (t) => {
  const folder = t.testdir({ data: {} })
  const store = await openFilled(t, `sqlite:${folder}/data/board.db`)
  renameSync(`${folder}/data`, `${folder}/elsewhere`)
  await t.rejects(store.listTasks(BOARD, query({ search: 'äpfel' })), { message: /not available/ })
  t.equal((await store.listTasks(BOARD, query())).total, TASKS)
  renameSync(`${folder}/elsewhere`, `${folder}/data`)
  t.equal((await store.listTasks(BOARD, query({ search: 'äpfel' }))).total, 6)
})

t.test('what has not begun when a database is closed is refused', async (t) => {
  const database = await openDatabase(`sqlite:${t.testdir()}/board.db`, 'create')
  await database.close()
  await t.rejects(async () => database.longReads?.transaction((state) => state.all('SELECT 1')), {
    message: /not available/,
  })
})

t.test('a store is closed when the last search is done', async (t) => {
  const store = await inFile(t)
  const searches = [1, 2, 3].map(() => store.listTasks(BOARD, query({ search: 'äpfel' })))
  await new Promise(setImmediate)
  await store.close()
  for (const search of await Promise.all(searches)) t.equal(search.total, 6)
  await t.rejects(store.listTasks(BOARD, query({ search: 'äpfel' })), { message: /not available/ })
})
