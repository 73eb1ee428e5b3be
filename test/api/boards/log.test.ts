import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { ADMIN_TOKEN, createBoard, startBoard, TASK, type TestBoard, toTestBoard } from '../../kit/board.js'
import { lastingDatabase, openEmptyStore } from '../../kit/database.js'
import { type Json, startService } from '../../kit/helper.js'
import { pending } from '../../kit/pending.js'
import { startListening } from '../../kit/raw-http.js'

t.test('the log lists the requests to the board, newest first', async (t) => {
  const { service, send, asOwner } = await startBoard(t)
  const start = performance.now()
  const created = await send('POST /api/v1/tasks', { json: TASK })
  const elapsed = performance.now() - start
  service.clock.now += 5000
  await send('GET /api/v1/tasks/9?secret=1')
  await send('GET /api/v1/nothing')
  await send('PATCH /api/v1/tasks')
  await send('GET /docs')
  const { status, json } = await asOwner('GET /requests')
  t.equal(status, 200)
  t.match(json, { totalElements: 4, totalPages: 1, currentPage: 0, pageSize: 20 })
  const { duration, ...first } = json.content[3]
  t.strictSame(first, {
    number: 1,
    time: '2026-03-02T08:30:00Z',
    ordinal: null,
    method: 'POST',
    route: '/api/v1/tasks',
    path: '/api/v1/tasks',
    query: null,
    status: 201,
    size: created.bytes.length,
    requestId: created.headers['x-request-id'],
    drawn: [],
    changed: [],
  })
  t.ok(duration > 0 && duration < elapsed, `${duration} of ${elapsed} ms`)
  t.match(json.content.slice(0, 3), [
    { number: 4, method: 'PATCH', route: '/api/v1/tasks', status: 405 },
    { number: 3, route: null, path: '/api/v1/nothing', status: 404 },
    {
      number: 2,
      route: '/api/v1/tasks/:id',
      path: '/api/v1/tasks/9',
      status: 404,
      time: '2026-03-02T08:30:05Z',
    },
  ])
})

t.test('the log lists requests whose path cannot be decoded', async (t) => {
  const { send, asOwner } = await startBoard(t)
  for (const id of ['%zz', '%C3%28', '%']) {
    t.equal((await send(`GET /api/v1/tasks/${id}`, { unchecked: true })).status, 400)
  }
  const { json } = await asOwner('GET /requests')
  const entries = json.content.map(({ route, path, status }: Json) => [route, path, status])
  t.match(
    entries,
    ['%', '%C3%28', '%zz'].map((id) => ['/api/v1/tasks/:id', `/api/v1/tasks/${id}`, 400]),
  )
})

t.test('the log contains no credentials of a URL', async (t) => {
  const service = await startListening(t)
  const { id, asOwner } = await createBoard(service)
  for (const path of ['tasks', 'nothing']) {
    await service.exchange(
      `GET http://user:hidden@localhost/b/${id}/api/v2/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
  }
  const text = String((await asOwner('GET /requests')).bytes)
  t.notMatch(text, 'hidden')
  const paths = JSON.parse(text).content.map(({ path }: { path: string }) => path)
  t.strictSame(paths.slice(0, 2), ['/api/v2/nothing', '/api/v2/tasks'])
})

t.test('the log can be filtered and paged', async (t) => {
  const { service, send, asOwner } = await startBoard(t)
  await asOwner('PUT /faults', {
    json: { script: [['server-error'], [], ['wrong-status']], scriptEnd: 'repeat' },
  })
  for (let n = 0; n < 30; n++) {
    if (n === 20) service.clock.now += 60_000
    await send('GET /api/buggy/tasks', { unchecked: true })
  }
  const find = async (query: string) => (await asOwner(`GET /requests?${query}`)).json
  const numbers = async (query: string) => (await find(query)).content.map(({ number }: { number: number }) => number)
  t.equal((await find('faulted=true')).totalElements, 10)
  t.equal((await find('faulted=false')).totalElements, 20, 'a fault that did not apply does not count')
  t.equal((await find('status=500')).totalElements, 10)
  t.equal((await find('status=200&faulted=true')).totalElements, 0)
  t.equal((await send('GET /requests?status=500')).json.totalElements, 10, 'also for learners')
  t.equal((await find('since=2026-03-02T08:31:00Z')).totalElements, 10)
  t.equal((await find('since=2026-03-02T09:31:00%2B01:00')).totalElements, 10)
  t.equal((await find('since=2027-01-01T00:00:00Z')).totalElements, 0)
  t.strictSame(await numbers('size=3'), [30, 29, 28])
  t.strictSame(await numbers('size=3&page=9'), [3, 2, 1])
  t.strictSame(await numbers('size=3&page=10'), [])
  t.match(await find('size=4&faulted=true&page=2'), {
    totalPages: 3,
    content: [{ number: 4 }, { number: 1 }],
  })
  for (const query of [
    'faulted=yes',
    'status=99',
    'since=yesterday',
    'since=2016-12-31T23:59:60Z',
    'size=0',
    'size=101',
    'page=-1',
  ]) {
    t.equal((await asOwner(`GET /requests?${query}`)).status, 400, query)
  }
})

t.test('logs are written in the background, and when the service stops', async (t) => {
  const database = await lastingDatabase(t)
  const first = await startService(t, { store: await openStore(database) })
  const { created, send } = await createBoard(first)
  await send('GET /api/v1/tasks')
  await first.app.close()
  const store = await openStore(database)
  const second = await startService(t, { store })
  const board = toTestBoard(second, created)
  t.equal((await board.asOwner('GET /requests')).json.totalElements, 1)
  await board.send('GET /api/v1/tasks')
  let total = 0
  while (total < 2) {
    await new Promise(setImmediate)
    total = (await store.listRequests(board.id, { page: 0, size: 1 })).total
  }
  t.equal(total, 2)
})

t.test('the log of a board is written although the write of another one takes long', async (t) => {
  const store = await openEmptyStore()
  const { promise: released, resolve: release } = pending()
  const service = await startService(t, {
    store: {
      ...store,
      async recordRequests(board, ...given) {
        if (board === slow.id) await released
        return store.recordRequests(board, ...given)
      },
    },
  })
  const [slow, other] = [await createBoard(service), await createBoard(service)] as [TestBoard, TestBoard]
  for (const total of [1, 2]) {
    await slow.send('GET /api/v1/tasks')
    await other.send('GET /api/v1/tasks')
    while ((await store.listRequests(other.id, { page: 0, size: 1 })).total < total) await new Promise(setImmediate)
  }
  release()
  t.equal((await slow.asOwner('GET /requests')).json.totalElements, 2)
})

t.test('the default board has a log if there is an administrator', async (t) => {
  const service = await startService(t, { adminToken: ADMIN_TOKEN })
  await service.send('GET /api/v1/tasks')
  const { send, asOwner } = await createBoard(service)
  await asOwner('DELETE ')
  for (const path of ['/livez', '/docs', '/b/unknown/api/v1/tasks']) await service.send(`GET ${path}`)
  t.equal((await send('GET /api/v1/tasks')).status, 404)
  await service.send('GET /%61pi/v1/tasks/9')
  const { json } = await service.send('GET /boards/default/requests', { token: ADMIN_TOKEN })
  t.match(json, {
    totalElements: 2,
    content: [
      { path: '/%61pi/v1/tasks/9', route: '/api/v1/tasks/:id', status: 404 },
      { path: '/api/v1/tasks', status: 200 },
    ],
  })
})
