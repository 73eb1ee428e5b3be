import t, { type Test } from 'tap'
import { createBoard, LOGIN, sendToHost, startBoard, TASK } from '../../kit/board.js'
import { type Json, ownStore, startService } from '../../kit/helper.js'

/** The host of a board that does not exist. */
const UNKNOWN = `${'a'.repeat(26)}.localhost`

/** Starts the service with a board that has one task, on its path and on its host. It accepts every host. */
async function start(t: Test) {
  const { service, ...board } = await startBoard(t, { isLocal: false })
  const atHost = sendToHost(service, board.id)
  t.equal((await atHost('POST /api/v1/tasks', { json: TASK })).headers.location, '/api/v1/tasks/1')
  return { service, board, atHost }
}

t.test('the host of a board has the content of the board (decision 70)', async (t) => {
  const { service, board, atHost } = await start(t)
  t.strictSame((await atHost('GET /api/v1/tasks')).json, (await board.send('GET /api/v1/tasks')).json)
  t.match((await service.send('GET /api/v1/tasks')).json, { totalElements: 0 })
  t.match((await atHost('GET /api/v1/tasks/99')).json, { path: '/api/v1/tasks/99' })
  t.equal((await atHost('DELETE /api/v1/tasks')).status, 204)
  t.match((await board.send('GET /api/v1/tasks')).json, { totalElements: 0 })
})

t.test('the name of a host is case-insensitive and may end with dots', async (t) => {
  const { board, atHost } = await start(t)
  for (const host of [
    `${board.id}.localhost`,
    `${board.id.toUpperCase()}.LocalHost:3000`,
    `${board.id}.localhost.`,
    `${board.id}.localhost.:80`,
    `${board.id}.localhost..`,
  ]) {
    t.match((await atHost('GET /api/v1/tasks', { headers: { host } })).json, { totalElements: 1 }, host)
  }
})

t.test('a subdomain that is not a board returns the 404 of an unknown board (decision 55)', async (t) => {
  const { service, board } = await start(t)
  await service.createTask()
  const unknown = (await service.send(`GET /b/${'a'.repeat(26)}/api/v1/tasks`)).json
  t.equal(unknown.message, 'Board not found')
  for (const host of [
    UNKNOWN,
    `${board.id}x.localhost`,
    `x.${board.id}.localhost`,
    `${board.id.slice(1)}.localhost:3000`,
    'default.localhost',
    'www.localhost',
    'xn--a.localhost',
    'a b.localhost',
    `${board.id}_.localhost:x`,
    '.localhost',
    '..localhost',
    `${board.id}..localhost`,
  ]) {
    const headers = { host }
    const { status, json } = await service.send('GET /api/v1/tasks', { headers, unchecked: true })
    t.equal(status, 404, host)
    t.strictSame(json, { ...unknown, path: '/api/v1/tasks' }, host)
    t.equal((await service.send('DELETE /api/v1/tasks', { headers, unchecked: true })).status, 404, host)
  }
  t.match((await service.send('GET /api/v1/tasks')).json, { totalElements: 1 })
})

t.test('other hosts have the default board', async (t) => {
  const { service, board } = await start(t)
  for (const host of [
    'localhost',
    'localhost.:3000',
    '127.0.0.1',
    '[::1]:3000',
    `${board.id}.localhost.example.org`,
    `${board.id}localhost`,
  ]) {
    const { status, json } = await service.send('GET /api/v1/tasks', { headers: { host } })
    t.equal(status, 200, host)
    t.equal(json.totalElements, 0, host)
  }
})

t.test('the paths of the server do not exist at the host of a board (decision 71)', async (t) => {
  const { service, board, atHost } = await start(t)
  const other = await createBoard(service)
  await other.send('POST /api/v1/tasks', { json: TASK })
  for (const path of [
    '/boards',
    `/boards/${board.id}`,
    '/metrics',
    '/control/openapi.json',
    '/%62oards',
    '/b',
    `/b/${board.id}/api/v1/tasks`,
    `/b/${other.id}/api/v1/tasks`,
    `/%62/${other.id}/api/v1/tasks`,
  ]) {
    for (const method of ['GET', 'DELETE', 'PROPFIND']) {
      const { status, json } = await atHost(`${method} ${path}`, { token: board.token })
      t.equal(status, 404, `${method} ${path}`)
      t.match(json, { message: 'Path not found', path })
    }
  }
  t.match((await other.send('GET /api/v1/tasks')).json, { totalElements: 1 })
  t.equal((await atHost('GET /livez')).status, 200)
})

t.test('the documents and the page of a board at its host lead only to this host', async (t) => {
  const { board, atHost } = await start(t)
  for (const name of ['v1', 'v2', 'buggy']) {
    const { json } = await atHost(`GET /api/${name}/openapi.json`)
    t.strictSame(json.servers, [{ url: `http://${board.id}.localhost:3000/api/${name}` }])
    const { responses } = json.paths['/tasks'].post
    const [refused] = Object.values<Json>(responses[400].content['application/json'].examples)
    t.equal(refused.value.path, `/api/${name}/tasks`)
    t.ok(responses[404] && responses[429] && responses[507], 'the responses of private boards are documented')
  }
  t.equal((await atHost('GET /')).json.docs, `http://${board.id}.localhost:3000/docs`)
  t.equal((await atHost('GET /docs/json')).headers.location, '/openapi.json')
  const script = String((await atHost('GET /docs/static/swagger-initializer.js')).bytes)
  t.match(script, '"/api/v2/openapi.json"')
  t.notMatch(script, '/control/')
  t.notMatch(script, board.id)
})

t.test('a document of a board has the URL of each request, although its text is cached', async (t) => {
  const { board, atHost } = await start(t)
  for (const host of ['localhost:3000', '127.0.0.1:3000', 'localhost:3000']) {
    const { json } = await board.send('GET /api/v1/openapi.json', { headers: { host } })
    t.strictSame(json.servers, [{ url: `http://${host}/b/${board.id}/api/v1` }])
    t.strictSame((await atHost('GET /api/v1/openapi.json')).json.servers, [
      { url: `http://${board.id}.localhost:3000/api/v1` },
    ])
  }
})

t.test('sessions, faults, log and expiry of a board do not depend on how it is addressed', async (t) => {
  const { service, board, atHost } = await start(t)
  const { token } = (await atHost('POST /api/v2/auth/login', LOGIN)).json
  t.equal((await board.send('GET /api/v2/auth/me', { token })).status, 200)
  t.equal((await service.send('GET /api/v2/auth/me', { token })).status, 403)
  const other = await createBoard(service)
  const atOther = { host: `${other.id}.localhost` }
  t.equal((await service.send('GET /api/v2/auth/me', { token, headers: atOther })).status, 403)

  await board.asOwner('PUT /faults', { json: { script: [['server-error'], []] } })
  t.equal((await atHost('GET /api/buggy/tasks', { unchecked: true })).status, 500)
  t.equal((await board.send('GET /api/buggy/tasks')).status, 200)
  const { content } = (await board.asOwner('GET /requests?size=100')).json
  t.strictSame(
    content.map(({ path, status, ordinal }: Json) => [path, status, ordinal]),
    [
      ['/api/buggy/tasks', 200, 1],
      ['/api/buggy/tasks', 500, 0],
      ['/api/v2/auth/me', 200, null],
      ['/api/v2/auth/login', 200, null],
      ['/api/v1/tasks', 201, null],
    ],
  )

  // The use of a board is written with the time of the write.
  await service.app.flushLogs()
  service.clock.now += 6 * 24 * 3_600_000
  t.equal((await atHost('GET /livez')).status, 200)
  await service.app.flushLogs()
  service.clock.now += 6 * 24 * 3_600_000
  t.equal((await board.send('GET /api/v1/tasks')).status, 200, 'the request to the host counted as use')
  t.equal((await atHost('GET /livez', { headers: atOther })).status, 404)
})

t.test('rate limits of a board count requests to its host and to its path', async (t) => {
  const { service, ...board } = await startBoard(t, { boardRate: 3 })
  const headers = { host: `${board.id}.localhost` }
  for (const status of [200, 200]) t.equal((await board.send('GET /api/v1/tasks')).status, status)
  for (const status of [200, 429]) t.equal((await service.send('GET /api/v1/tasks', { headers })).status, status)
  t.equal((await board.send('GET /api/v1/tasks')).status, 429)
})

t.test('an id of an earlier version works by path and has no host, and its token is valid (decision 73)', async (t) => {
  const service = await startService(t, await ownStore())
  const id = 'q1Vf0b5n0m8Yk2sX7dZ3wQ'
  const token = 'a-token-of-an-earlier-version'
  const board = { id, name: null, ownerTokenHash: 'LweK3IzpxqZJUHnepIwOnCpuqs0Xqo9u5KhVCaVzL5g', faultSeed: 1 }
  await service.app.store.createBoards([board], 10, service.app.now())
  t.equal((await service.send(`POST /b/${id}/api/v1/tasks`, { json: TASK })).status, 201)
  t.equal(
    (await service.send('GET /api/v1/tasks', { headers: { host: `${id}.localhost` }, unchecked: true })).status,
    404,
  )
  const { json } = await service.send(`GET /boards/${id}`, { token })
  t.strictSame([json.hostUrl, json.baseUrl], [null, `http://localhost:80/b/${id}`])
})
