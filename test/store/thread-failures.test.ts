import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import t from 'tap'
import { BoardFull, StoreUnavailable, TaskNotFound } from '../../src/contract/errors.js'
import { parseJson } from '../../src/contract/json.js'
import { openReadingDatabase } from '../../src/store/sqlite/reading-database.js'
import { createThread } from '../../src/store/sqlite/threads/client.js'
import { startService } from '../helper.js'
import { at, BOARD, query } from './contract/shared.js'
import { lock, openObserved, task, UNAVAILABLE, UNKNOWN } from './observed-store.js'

t.test('a writing thread that ends is reported and replaced, and its pending writes are rolled back', async (t) => {
  const { path, store, threads, failures } = await openObserved(t)
  await store.createTask(BOARD, task(), at(0))
  const unlock = lock(path)
  const writes = Promise.allSettled([
    store.createTask(BOARD, task('lost'), at(0)),
    store.createTask(BOARD, task('lost'), at(0)),
  ])
  // The thread waits for the lock, and then ends instead of writing.
  await new Promise(setImmediate)
  const ended = threads[0]?.terminate()
  unlock()
  await ended
  for (const write of await writes) t.match(write, { status: 'rejected', reason: UNKNOWN })
  t.match(failures, [
    { message: /^A thread of the store ended/, cause: { message: 'The thread ended with exit code 1' } },
  ])
  await store.createTask(BOARD, task('stored'), at(0))
  const { tasks } = await store.listTasks(BOARD, query({}))
  t.strictSame(
    parseJson(tasks).map(({ title }) => title),
    ['A task', 'stored'],
  )
})

t.test('a reading thread that ends is reported and replaced', async (t) => {
  const { store, threads, failures } = await openObserved(t)
  await store.measure()
  const read = store.measure()
  await threads[1]?.terminate()
  await t.rejects(read, UNAVAILABLE)
  t.equal(failures.length, 1)
  t.match(await store.measure(), { boards: 0 })
})

t.test('without a thread that can write, writes and /readyz return 503 until there is one', async (t) => {
  const { path, store, threads, failures } = await openObserved(t)
  const { send, createTask } = await startService(t, { store })
  const { id } = await createTask()
  await threads[0]?.terminate()
  renameSync(path, `${path}.moved`)
  mkdirSync(path)
  const json = { title: 'A task', status: 'TODO' }
  for (const request of ['POST /api/v1/tasks', 'GET /readyz', 'POST /api/v1/tasks']) {
    t.match(await send(request, { ...(request.startsWith('POST') && { json }) }), { status: 503 }, request)
  }
  t.equal((await send(`GET /api/v1/tasks/${id}`)).status, 200, 'reads still work')
  t.equal(
    failures.filter(({ message }) => /was deleted or replaced/.test(message)).length,
    1,
    'the loss is reported once',
  )
  rmdirSync(path)
  renameSync(`${path}.moved`, path)
  t.equal((await send('POST /api/v1/tasks', { json })).status, 201)
  t.equal((await send('GET /readyz')).status, 200)
})

t.test('errors of the catalogue arrive as instances of their classes, and defects as errors', async (t) => {
  const { store } = await openObserved(t, { default: { tasks: 1, comments: 1, attachmentBytes: 1 } })
  await store.createTask(BOARD, task(), at(0))
  const failOf = (call: Promise<unknown>) =>
    call.then(
      () => t.fail('It has not failed'),
      (error) => error,
    )
  const full = await failOf(store.createTask(BOARD, task(), at(0)))
  t.ok(full instanceof BoardFull)
  t.match(full, { code: 'BOARD_FULL', statusCode: 507, message: 'The limit of 1 tasks per board is exceeded' })
  const missing = await failOf(store.deleteTask(BOARD, 7))
  t.ok(missing instanceof TaskNotFound)
  t.notOk(missing instanceof BoardFull)
  t.match(missing, { code: 'TASK_NOT_FOUND', statusCode: 404, message: 'Task not found with id: 7' })
  const defect = await failOf(store.replaceTask(BOARD, 1, undefined as never, at(0)))
  t.ok(defect instanceof Error)
  t.notOk(defect instanceof StoreUnavailable)
  t.match(defect, { message: /undefined/, stack: /worker\.js/ })
})

t.test('closing completes running reads and writes, and closing again does nothing', async (t) => {
  const { store, threads } = await openObserved(t)
  const running = [store.createTask(BOARD, task(), at(0)), store.measure(), store.getBoard(BOARD)]
  const closed = store.close()
  await t.rejects(store.createTask(BOARD, task(), at(0)), UNAVAILABLE)
  await t.rejects(store.getBoard(BOARD), UNAVAILABLE)
  await t.rejects(store.ping(), UNAVAILABLE)
  t.equal((await Promise.allSettled(running)).filter(({ status }) => status === 'rejected').length, 0)
  await closed
  await store.close()
  t.strictSame(
    threads.map(({ threadId }) => threadId),
    [-1, -1],
    'the threads have ended',
  )
})

t.test('a call to a thread that is closing is refused', async (t) => {
  const { path, failures } = await openObserved(t)
  const database = openReadingDatabase(path, { busyTimeout: 10 })
  t.teardown(() => database.close())
  const setup = {
    role: 'reader',
    file: path,
    identity: database.identity,
    isDurable: true,
    quotas: {},
    token: '',
  } as const
  const thread = createThread({ setup, onFailure: (error) => failures.push(error) })
  await thread.open()
  const closed = thread.close()
  await t.rejects(thread.call('measure', []), UNAVAILABLE)
  await closed
  t.strictSame(failures, [], 'a closed thread has not failed')
})
