import t, { type Test } from 'tap'
import type { Json as JsonText } from '../src/contract/json.js'
import type { Task } from '../src/contract/schemas/task.js'
import { openStore } from '../src/store/open-store.js'
import { emptyDatabase, openEmptyStore } from './database.js'
import { type Json, multipart, NO_FAULTS, type Service, startService } from './helper.js'

const TASK = { title: 'A task', status: 'TODO' }
const READS = ['/tasks', '/tasks?status=TODO&sort=sortOrder', '/tasks?search=task', '/tasks/summary', '/tasks/1']

/** Starts two applications on one store; the second has no response cache. */
async function startWithoutCache(t: Test): Promise<[Service, Service]> {
  const store = await openStore(await emptyDatabase())
  const one = await startService(t, { store })
  return [one, await startService(t, { store: { ...store, close: async () => {} }, cacheMax: 0 })]
}

/** Starts a service that counts the reads of its store. */
async function startCounting(t: Test, options = {}) {
  const store = await openEmptyStore()
  const counts = { getTask: 0, listTasks: 0, countTasks: 0 }
  const counted = <Args extends unknown[], Result>(name: keyof typeof counts, method: (...args: Args) => Result) => {
    return (...args: Args) => {
      counts[name]++
      return method(...args)
    }
  }
  const counting = {
    ...store,
    getTask: counted('getTask', store.getTask),
    listTasks: counted('listTasks', store.listTasks),
    countTasks: counted('countTasks', store.countTasks),
  }
  return { ...(await startService(t, { store: counting, ...options })), counts }
}

t.test('cached responses are those without a cache after every change', async (t) => {
  const [one, two] = await startWithoutCache(t)
  const { token } = await one.login()
  await two.createTask()

  const assertSame = async (change: string) => {
    for (const path of READS) {
      const expected = await two.send(`GET /api/v1${path}`)
      for (const variant of ['v1', 'v2', 'buggy']) {
        const request = `GET /api/${variant}${path}`
        const first = await one.send(request, { token })
        const again = await one.send(request, { token })
        for (const { status, headers, bytes } of [first, again]) {
          t.equal(status, expected.status)
          t.equal(String(bytes).replaceAll(`/${variant}/`, '/v1/'), String(expected.bytes), `${change}: ${request}`)
          t.equal(headers['content-type'], expected.headers['content-type'])
        }
      }
    }
  }

  await assertSame('at first')
  const changes: [request: string, options?: object][] = [
    ['POST /api/v1/tasks', { json: { ...TASK, status: 'DONE' } }],
    ['POST /api/v1/tasks', { json: TASK }],
    ['PUT /api/v1/tasks/1', { json: { ...TASK, title: 'Another task' } }],
    ['POST /api/v1/tasks/1/reorder', { json: { targetStatus: 'TODO', targetIndex: 1 } }],
    ['POST /api/v1/tasks/1/comments', { json: { text: 'A comment' } }],
    ['PUT /api/v1/tasks/1/comments/1', { json: { text: 'Another comment' } }],
    ['DELETE /api/v1/tasks/1/comments/1'],
    ['POST /api/v1/tasks/1/attachments', multipart([{ fileName: 'a.txt', content: 'a' }])],
    ['DELETE /api/v1/tasks/1/attachments/1'],
    ['DELETE /api/v1/tasks/1'],
    ['POST /api/v1/tasks', { json: TASK }],
  ]
  for (const [request, options] of changes) {
    t.ok((await two.send(request, options)).status < 300, request)
    await assertSame(request)
  }
  t.equal((await two.send('DELETE /api/v2/tasks', { token })).status, 204)
  await assertSame('all tasks are deleted')
})

t.test('reads nothing twice while the board does not change', async (t) => {
  const { send, createTask, counts } = await startCounting(t)
  await createTask()
  for (let turn = 0; turn < 3; turn++) for (const path of READS) await send(`GET /api/v1${path}`)
  t.strictSame(counts, { getTask: 1, listTasks: 3, countTasks: 1 })
  await createTask()
  for (const path of READS) await send(`GET /api/v1${path}`)
  t.strictSame(counts, { getTask: 2, listTasks: 6, countTasks: 2 })
})

t.test('does not cache errors, and uses the cached GET for a HEAD request', async (t) => {
  const { send, createTask, counts } = await startCounting(t)
  for (let turn = 1; turn <= 2; turn++) {
    t.equal((await send('GET /api/v1/tasks/1')).status, 404)
    t.equal(counts.getTask, turn)
  }
  await createTask()
  const { headers } = await send('GET /api/v1/tasks/1')
  for (let turn = 0; turn < 2; turn++) {
    const head = await send('HEAD /api/v1/tasks/1')
    t.equal(head.status, 200)
    t.equal(head.bytes.length, 0)
    for (const name of ['content-type', 'content-length']) t.equal(head.headers[name], headers[name])
  }
})

t.test('does not cache responses that exceed the size of the cache', async (t) => {
  const { send, createTask, counts } = await startCounting(t, { cacheMax: 600 })
  for (let id = 1; id <= 3; id++) await createTask({ description: 'x'.repeat(500) })
  const ids: Json[] = []
  for (const id of [1, 2, 3, 1, 2, 3]) ids.push((await send(`GET /api/v1/tasks/${id}`)).json.id)
  t.strictSame(ids, [1, 2, 3, 1, 2, 3])
  t.equal(counts.getTask, 6)
})

t.test('counts one byte for each character of a text in Latin-1, and otherwise two', async (t) => {
  const { send, createTask, counts } = await startCounting(t, { cacheMax: 1500 })
  await createTask({ description: 'ä'.repeat(500) })
  await createTask({ description: 'ā'.repeat(500) })
  for (const [id, reads] of [
    [1, 1],
    [2, 2],
  ]) {
    counts.getTask = 0
    for (let turn = 0; turn < 2; turn++) t.equal((await send(`GET /api/v1/tasks/${id}`)).status, 200)
    t.equal(counts.getTask, reads)
  }
})

t.test('caches a case-sensitive search separately from a case-insensitive one', async (t) => {
  const rates = { 'search-case': 1 }
  const { send, createTask } = await startService(t, { rates: { ...NO_FAULTS, ...rates } })
  await createTask({ title: 'Report' })
  for (let turn = 0; turn < 2; turn++) {
    t.equal((await send('GET /api/v1/tasks?search=report')).json.totalElements, 1)
    t.equal((await send('GET /api/buggy/tasks?search=report', { unchecked: true })).json.totalElements, 0)
  }
})

t.test('sends the JSON text of the store as it is, with and without the cache', async (t) => {
  const store = await openEmptyStore()
  const raw = {
    ...store,
    getTask: async () => '{ "raw": 1 }' as JsonText<Task>,
    listTasks: async () => ({ tasks: '[{ "raw": 2 }]' as JsonText<Task[]>, total: 41 }),
  }
  for (const cacheMax of [0, 1e6]) {
    const { send } = await startService(t, { store: { ...raw, close: async () => {} }, cacheMax })
    for (let turn = 0; turn < 2; turn++) {
      const one = await send('GET /api/v1/tasks/1', { unchecked: true })
      t.equal(String(one.bytes), '{ "raw": 1 }')
      t.equal(one.headers['content-type'], 'application/json')
      const page = await send('GET /api/v1/tasks?page=1', { unchecked: true })
      t.equal(
        String(page.bytes),
        '{"content":[{ "raw": 2 }],"totalElements":41,"totalPages":3,"currentPage":1,"pageSize":20}',
      )
    }
  }
  await store.close()
})
