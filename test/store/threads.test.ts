import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseJson } from '../../src/contract/json.js'
import { parseTasks, toPieces } from '../../src/store/content-pieces.js'
import { openStore } from '../../src/store/open-store.js'
import { openReadingDatabase } from '../../src/store/sqlite/reading-database.js'
import type { ContentTask } from '../../src/store/store.js'
import { startService } from '../helper.js'
import { at, BOARD, file, query } from './contract/shared.js'
import { lock, openObserved, task, UNAVAILABLE } from './observed-store.js'

t.test('serves reads and /health while a write waits for another process', async (t) => {
  const { path, store } = await openObserved(t)
  const { send, createTask } = await startService(t, { store })
  const { id } = await createTask()
  const unlock = lock(path)
  let isWaiting = true
  const write = createTask({ title: 'Another task' }).finally(() => {
    isWaiting = false
  })
  t.equal((await send(`GET /api/v1/tasks/${id}`)).status, 200)
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 1)
  for (const path of ['/health', '/readyz']) t.equal((await send(`GET ${path}`)).status, 200)
  t.equal(isWaiting, true)
  unlock()
  t.match(await write, { title: 'Another task' }, 'the write succeeds after the lock is gone')
})

t.test('a short read does not wait for a long one', async (t) => {
  const { store } = await openObserved(t)
  const tasks = Array.from({ length: 2000 }, (_, index) => ({ values: task(`Task ${index}`) }))
  await store.fillEmptyBoard(BOARD, tasks, at(0))
  const finished: string[] = []
  const record = (name: string) => () => finished.push(name)
  const search = store.listTasks(BOARD, query({ search: 'Task' })).then(record('search'))
  await Promise.all([search, store.getTask(BOARD, 1).then(record('task'))])
  t.strictSame(finished, ['task', 'search'])
})

t.test('every long read sees the writes that were acknowledged before it', async (t) => {
  const { store } = await openObserved(t)
  await store.fillEmptyBoard(BOARD, Array(60).fill({ values: task() }), at(0))
  const entry = {
    time: at(0),
    ordinal: null,
    method: 'GET',
    route: null,
    path: '/',
    query: null,
    status: 200,
    size: 0,
    duration: 1,
  }
  for (let round = 1; round <= 20; round++) {
    const { id } = await store.createTask(BOARD, task(`round ${round}.`), at(0))
    t.equal((await store.listTasks(BOARD, query({ search: `round ${round}.` }))).total, 1)
    const [attachment] = await store.addAttachments(BOARD, id, [file('a', `${round}`)], at(0))
    const { bytes } = await store.getAttachment(BOARD, id, attachment?.id ?? 0)
    t.equal(Buffer.from(bytes).toString(), `${round}`)
    t.equal((await store.readContent(BOARD)).lastIds.task, id)
    t.equal((await store.measureContent(BOARD)).attachmentBytes, (await store.measure()).attachmentBytes)
    await store.createBoards([{ id: `${round}`, name: null, ownerTokenHash: '', faultSeed: 1 }], 100, at(0))
    t.equal((await store.listBoards({ page: 0, size: 1 })).total, round)
    await store.recordRequests(new Map([[BOARD, [{ ...entry, requestId: '', drawn: [], changed: [] }]]]), at(0))
    t.equal((await store.listRequests(BOARD, { page: 0, size: 1 })).total, round)
  }
})

t.test('a page of a board that has just become large is complete', async (t) => {
  const { store } = await openObserved(t)
  const search = query({ search: 'task', size: 100 })
  t.equal((await store.listTasks(BOARD, search)).total, 0)
  await store.fillEmptyBoard(BOARD, Array(60).fill({ values: task() }), at(0))
  t.equal(parseJson((await store.listTasks(BOARD, search)).tasks).length, 60)
  const { id } = await store.createTask(BOARD, task(), at(0))
  await Promise.all(Array.from({ length: 101 }, () => store.createComment(BOARD, id, 'A comment', at(0))))
  t.equal(parseJson(await store.getTask(BOARD, id)).comments.length, 101)
})

for (const isLinked of [false, true]) {
  const name = isLinked ? 'a symbolic link' : 'its path'
  t.test(`the write after one that makes the WAL of a file opened by ${name} large empties it`, async (t) => {
    const { path, store } = await openObserved(t, {}, isLinked)
    const { id } = await store.createTask(BOARD, task(), at(0))
    const bytes = Buffer.alloc(65 * 2 ** 20)
    await store.addAttachments(BOARD, id, [{ ...file('a', ''), bytes }], at(0))
    await store.createTask(BOARD, task(), at(0))
    t.ok(statSync(`${path}-wal`).size < 2 ** 20)
    t.match(await store.measure(), { attachmentBytes: 65 * 2 ** 20 })
  })
}

t.test('many reads of whole boards at a time return the content of each', async (t) => {
  const { store } = await openObserved(t)
  await store.createTask(BOARD, task(), at(0))
  const contents = await Promise.all(Array.from({ length: 12 }, () => store.readContent(BOARD)))
  t.strictSame(
    contents.map(({ tasks }) => tasks.flatMap(parseTasks).length),
    Array(12).fill(1),
  )
})

t.test('a thread knows the quotas', async (t) => {
  const { store } = await openObserved(t, { default: { tasks: 1, comments: 1, attachmentBytes: 1 } })
  const { id } = await store.createTask(BOARD, task(), at(0))
  const content = await store.readContent(BOARD)
  const [only] = content.tasks.flatMap(parseTasks) as [ContentTask]
  await store.replaceContent(BOARD, content)
  t.equal(content.tasks[0]?.byteLength, 0, 'the bytes are moved to the writer')
  const tasks = [id, id + 1].map((id) => ({ ...only, id }))
  await t.rejects(store.replaceContent(BOARD, { ...content, tasks: toPieces(tasks) }), {
    statusCode: 507,
    message: 'The limit of 1 tasks per board is exceeded',
  })
})

t.test('a database that was opened for reading refuses to write', async (t) => {
  const { path } = await openObserved(t)
  const database = openReadingDatabase(path, { busyTimeout: 0 })
  t.teardown(() => database.close())
  await t.rejects(database.transaction((tx) => tx.all('DELETE FROM task')))
  await t.rejects(database.changeBoard(BOARD, (tx) => tx.all('DELETE FROM task')))
  await t.rejects(database.all('DELETE FROM task'), UNAVAILABLE)
})

t.test('a rehearsal and a refused write cause no commit', async (t) => {
  const { path, store } = await openObserved(t)
  const database = openReadingDatabase(path, { busyTimeout: 0 })
  t.teardown(() => database.close())
  await store.createTask(BOARD, task(), at(0))
  // It changes with each commit of another connection.
  const readVersion = async () => (await database.all<{ data_version: number }>('PRAGMA data_version'))[0]
  const version = await readVersion()
  await Promise.all([
    store.rehearse('createTask', BOARD, task(), at(0)),
    t.rejects(store.replaceTask(BOARD, 9, task(), at(0))),
  ])
  t.strictSame(await readVersion(), version)
  await store.createTask(BOARD, task(), at(0))
  t.notSame(await readVersion(), version)
})

t.test('the bytes of an upload are moved to the writer unless they share their memory', async (t) => {
  const { store } = await openObserved(t)
  const { id } = await store.createTask(BOARD, task(), at(0))
  const [shared, own] = [file('a', 'bytes'), file('b', Buffer.alloc(100_000, 'x'))]
  await store.addAttachments(BOARD, id, [shared, own], at(0))
  t.equal(Buffer.from(shared.bytes).toString(), 'bytes')
  t.equal(own.bytes.byteLength, 0)
  t.equal((await store.getAttachment(BOARD, id, 2)).bytes.byteLength, 100_000)
})

t.test('a store in memory uses a folder that only this user can read, and removes it', async (t) => {
  const { TMPDIR } = process.env
  t.teardown(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
  const parent = t.testdir()
  process.env.TMPDIR = parent
  const store = await openStore('sqlite::memory:')
  const [folder = ''] = readdirSync(parent)
  t.equal(statSync(join(parent, folder)).mode & 0o777, 0o700)
  await store.createTask(BOARD, task(), at(0))
  await store.close()
  t.strictSame(readdirSync(parent), [])
})
