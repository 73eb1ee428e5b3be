import { renameSync } from 'node:fs'
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { fillRuns, RUN_MAX } from '../../src/store/sql/runs.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { at, BOARD, newBoard, query, values } from './contract/shared.js'

/** More tasks than one statement searches, with gaps between the ids. */
const TASKS = 50_000

/** The title of every 9,999th task begins with `Äpfel`, of every 7th of the others with `Apple`. */
const FILL = `
  INSERT INTO task (board_id, id, title, status, priority, run_id, sort_key, labels, checklist_items, created_at, updated_at, search_text)
  WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ${TASKS - 1})
  SELECT 'default', 3 * n + 1, title, 0, n % 4, n / ${RUN_MAX}, n % ${RUN_MAX}, '[]', '[]', '${at(0)}', '${at(0)}', folded FROM (
    SELECT n, CASE WHEN n % 9999 = 0 THEN 'Äpfel ' WHEN n % 7 = 0 THEN 'Apple ' ELSE 'Pear ' END || n AS title,
      CASE WHEN n % 9999 = 0 THEN 'äpfel ' WHEN n % 7 = 0 THEN 'apple ' ELSE 'pear ' END || n AS folded FROM number)`

/** Opens a store with many tasks. */
async function openFilled(t: Test, url: string) {
  const database = await openDatabase(url, 'create')
  const store = createSqlStore(database)
  t.teardown(() => store.close())
  await database.transaction(async (tx) => {
    await tx.all(FILL)
    await fillRuns(tx, BOARD)
    await tx.all(`UPDATE board SET last_task_id = ${3 * TASKS}`)
  })
  return store
}

const inFile = (t: Test) => openFilled(t, `sqlite:${t.testdir()}/board.db`)

/** Creates a store that calls `record` before each statement of a long read. */
async function openRecorded(t: Test, record: () => void) {
  const database = await openDatabase(`sqlite:${t.testdir()}/board.db`, 'create')
  await database.transaction((tx) => tx.all(FILL))
  const store = createSqlStore({
    ...database,
    readTransaction: (work) =>
      database.readTransaction((state) =>
        work({
          all(sql, params) {
            record()
            return state.all(sql, params)
          },
        }),
      ),
  })
  t.teardown(() => store.close())
  return { database, store }
}

/** Lists that read all tasks. */
const SCANS = {
  search: query({ search: 'pear' }),
  'filter by priority': query({ priority: 'LOW' }),
  'sort by title': query({ sort: 'title' }),
  'sort a column by due date': query({ status: 'TODO', sort: 'dueDate', direction: 'desc' }),
}

t.test('a list that reads all tasks of a large board consists of many statements', async (t) => {
  let statements = 0
  const { store } = await openRecorded(t, () => statements++)
  for (const [name, scan] of Object.entries(SCANS)) {
    statements = 0
    await store.listTasks(BOARD, scan)
    t.ok(statements > TASKS / 2048, `${name}: ${statements} statements`)
  }
  statements = 0
  await store.listTasks(BOARD, query({ page: 2000 }))
  await store.listTasks(BOARD, query({ status: 'TODO', sort: 'sortOrder', page: 2000 }))
  t.equal(statements, 0, 'lists that read only their page need no long read')
})

t.test('a search of few tasks with long texts consists of many statements', async (t) => {
  let statements = 0
  const { database, store } = await openRecorded(t, () => statements++)
  await database.transaction(async (tx) => {
    await tx.all('DELETE FROM task WHERE id > 120')
    await tx.all(`UPDATE task SET search_text = '${'x'.repeat(100_000)}'`)
  })
  const { total } = await store.listTasks(BOARD, query({ search: 'xx' }))
  t.equal(total, 40)
  t.ok(statements > 8, `${statements} statements for 4 MB`)
})

t.test('requests on another board are served between the statements of a search', async (t) => {
  const events: string[] = []
  const { store } = await openRecorded(t, () => events.push('statement'))
  await store.createBoards([newBoard('other')], 9, at(0))
  const { id } = await store.createTask('other', values(), at(0))
  const search = store.listTasks(BOARD, query({ search: 'pear' }))
  while (!events.includes('statement')) await new Promise(setImmediate)
  for (let read = 0; read < 5; read++) {
    await store.getTask('other', id)
    events.push('read')
    await new Promise(setImmediate)
  }
  await search
  t.ok(events.lastIndexOf('statement') > events.lastIndexOf('read'), 'the search ends after the reads')
  t.equal(events.filter((event) => event === 'read').length, 5)
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
