import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { ADMIN_TOKEN, createBoard, LOGIN, TASK, toTestBoard } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type Reply, type ServiceOptions, startService } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'

const ADMIN = { token: ADMIN_TOKEN }
const start = (t: Test, options: ServiceOptions = {}) => startService(t, { adminToken: ADMIN_TOKEN, ...options })

/** Expects the 401 of decision 56. */
function assertTokenRequired(t: Test, { status, json, headers }: Reply, message = 'a token is required') {
  t.equal(status, 401, message)
  t.equal(headers['www-authenticate'], 'Bearer')
  t.match(json.message, /^A valid (owner token, trainer secret or )?administrator token is required/)
}

t.test('anyone can create a board with an empty request', async (t) => {
  const service = await startService(t, { allowedHosts: ['example.org'] })
  const { status, headers, json } = await service.send('POST /boards', {
    headers: { host: 'example.org:81' },
  })
  t.equal(status, 201)
  const { id, ownerToken, ...rest } = json
  t.match(id, /^[a-z2-7]{26}$/)
  t.match(ownerToken, /^[\w-]{43}$/)
  t.equal(headers.location, `/boards/${id}`)
  const baseUrl = `http://example.org:81/b/${id}`
  t.strictSame(rest, {
    name: null,
    baseUrl,
    hostUrl: `http://${id}.localhost:81`,
    apis: { v1: `${baseUrl}/api/v1`, v2: `${baseUrl}/api/v2`, buggy: `${baseUrl}/api/buggy` },
    docs: `${baseUrl}/docs`,
    createdAt: '2026-03-02T08:30:00Z',
    expiresAt: '2026-03-09T08:30:00Z',
  })
  const board = toTestBoard(service, json)
  const { json: found } = await board.asOwner('GET ', { headers: { host: 'example.org:81' } })
  t.strictSame(found, { id, ...rest }, 'the token is returned only once')
})

t.test('a board can be created with a name and a fixture', async (t) => {
  const service = await startService(t)
  const board = await createBoard(service, { name: 'Ada', fixture: 'demo' })
  t.equal(board.created.name, 'Ada')
  const { totalElements, content } = (await board.send('GET /api/v1/tasks')).json
  t.equal(totalElements, 20)
  t.equal(content[0].dueDate, '2026-03-09', 'a week after the board was created')
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0, 'the default board stays empty')
})

t.test('board ids are random', async (t) => {
  const service = await startService(t)
  const ids = new Set<string>()
  for (let count = 0; count < 50; count++) ids.add((await createBoard(service)).id.slice(0, 6))
  t.equal(ids.size, 50)
})

t.test('returns 400 for an invalid board, and creates none', async (t) => {
  const { send } = await start(t)
  const cases: [input: unknown, fields: string[]][] = [
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(101), fixture: 'other', count: 0, names: [] }, ['count', 'fixture', 'name', 'names']],
    [[], ['body']],
    ['text', ['body']],
  ]
  const batches: [input: unknown, fields: string[]][] = [
    [{}, ['count']],
    [{ count: null, names: null }, ['count']],
    [{ count: 1001 }, ['count']],
    [{ count: 2, names: ['only one'] }, ['names']],
    [{ names: ['a', ''] }, ['names[1]']],
    [{ count: 2, defects: ['unknown'] }, ['defects[0]']],
    [[], ['body']],
  ]
  for (const [request, all] of [
    ['POST /boards', cases],
    ['POST /boards/batch', batches],
  ] as const) {
    for (const [json, fields] of all) {
      const reply = await send(request, { json, ...ADMIN })
      t.equal(reply.status, 400, `${request} ${JSON.stringify(json)}`)
      t.strictSame(Object.keys(reply.json.errors).sort(), fields)
    }
  }
  t.equal((await send('GET /boards', ADMIN)).json.totalElements, 0)
})

t.test('the administrator can create many boards with one request', async (t) => {
  const service = await start(t)
  const names = Array.from({ length: 30 }, (_, index) => `Learner ${index + 1}`)
  const { status, json, headers } = await service.send('POST /boards/batch', {
    json: { count: 30, names, fixture: 'demo' },
    ...ADMIN,
  })
  t.equal(status, 201)
  t.equal(headers.location, '/boards')
  t.strictSame(
    json.boards.map((board: { name: string }) => board.name),
    names,
  )
  const boards = json.boards.map((created: object) => toTestBoard(service, created))
  for (const board of boards) {
    t.equal((await board.asOwner('GET ')).status, 200)
    t.equal((await board.send('GET /api/v1/tasks')).json.totalElements, 20)
  }
  const { json: more } = await service.send('POST /boards/batch', { json: { count: 2 }, ...ADMIN })
  t.match(more.boards, [{ name: null }, { name: null }])
  assertTokenRequired(t, await service.send('POST /boards/batch', { json: { count: 2 } }))
  assertTokenRequired(t, await service.send('POST /boards/batch', { json: {} }), 'before the validation')
  t.equal((await service.send('GET /boards', ADMIN)).json.totalElements, 32)
})

t.test('POST /boards still creates many boards: its deprecated form with count or names', async (t) => {
  const service = await start(t)
  for (const [json, names] of [
    [{ count: 2 }, [null, null]],
    [{ names: ['a'], fixture: 'demo' }, ['a']],
  ] as const) {
    // The document does not describe this response.
    const { status, headers, json: body } = await service.send('POST /boards', { json, ...ADMIN, unchecked: true })
    t.equal(status, 201)
    t.equal(headers.location, '/boards')
    t.equal(headers['content-type'], 'application/json')
    t.strictSame(
      body.boards.map(({ name }: { name: string | null }) => name),
      names,
    )
    t.strictSame(Object.keys(body.boards[0]), Object.keys((await service.send('POST /boards')).json))
    assertTokenRequired(t, await service.send('POST /boards', { json }))
  }
})

t.test('returns 401 with WWW-Authenticate unless the administrator lists the boards (decision 56)', async (t) => {
  const service = await start(t)
  const boards = [await createBoard(service, { name: 'a' }), await createBoard(service, { name: 'b' })]
  const { json } = await service.send('GET /boards?size=1&page=1', ADMIN)
  t.match(json, { totalElements: 2, totalPages: 2, currentPage: 1, pageSize: 1 })
  t.equal(json.content.length, 1)
  t.notOk('ownerToken' in json.content[0])
  assertTokenRequired(t, await service.send('GET /boards'))
  assertTokenRequired(t, await service.send('GET /boards', { token: boards[0]?.token ?? '' }))
  t.equal((await service.send('GET /boards?size=0', ADMIN)).status, 400)
})

t.test('accepts no token for the administrator if none is configured', async (t) => {
  const service = await startService(t)
  for (const token of ['', 'undefined', 'null', ADMIN_TOKEN]) {
    assertTokenRequired(t, await service.send('GET /boards', { token }), token)
  }
})

t.test('the setting BOARDS decides who can create boards', async (t) => {
  const { send: asAdmin } = await start(t, { creators: 'admin' })
  assertTokenRequired(t, await asAdmin('POST /boards'))
  assertTokenRequired(t, await asAdmin('POST /boards', { token: `${ADMIN_TOKEN}x` }))
  t.equal((await asAdmin('POST /boards', ADMIN)).status, 201)
  const { send: off } = await start(t, { creators: 'off' })
  for (const options of [{}, ADMIN]) {
    const { status, json } = await off('POST /boards', options)
    t.equal(status, 403)
    t.equal(json.message, 'Boards cannot be created on this server')
  }
})

/** The calls that only the owner of a board may make. */
const OWNER_CALLS = [
  'GET ',
  'DELETE ',
  'POST /reset',
  'GET /snapshot',
  'PUT /snapshot',
  'GET /faults',
  'PUT /faults',
  'GET /faults/plan',
  'GET /requests',
]

t.test('returns 401 unless the owner or the administrator manages a board (decision 56)', async (t) => {
  const service = await start(t)
  const board = await createBoard(service, { fixture: 'demo' })
  const other = await createBoard(service)
  const { token: session } = (await board.send('POST /api/v2/auth/login', LOGIN)).json
  const wrongTokens = {
    'no token': undefined,
    'the token of another owner': other.token,
    'an access token of v2': session,
    'the id of the board': board.id,
  }
  for (const call of OWNER_CALLS) {
    for (const [name, token] of Object.entries(wrongTokens)) {
      const [method, path] = call.split(' ')
      const request = `${method} /boards/${board.id}${path}`
      const reply = await service.send(request, token === undefined ? { json: {} } : { json: {}, token })
      assertTokenRequired(t, reply, `${call} with ${name}`)
    }
    const inUrl = await service.send(`${call.replace(' ', ` /boards/${board.id}`)}?token=${board.token}`)
    assertTokenRequired(t, inUrl, `${call} with the token in the URL`)
  }
  t.equal((await board.send('GET /api/v1/tasks')).json.totalElements, 20)
  for (const call of OWNER_CALLS.filter((call) => call.startsWith('GET'))) {
    t.equal((await board.asOwner(call)).status, 200, `${call} by the owner`)
    t.equal((await board.asOwner(call, ADMIN)).status, 200, `${call} by the administrator`)
  }
})

t.test('only the administrator manages the default board, which cannot be deleted', async (t) => {
  const service = await start(t)
  const { token } = await createBoard(service)
  await service.createTask()
  assertTokenRequired(t, await service.send('GET /boards/default'))
  assertTokenRequired(t, await service.send('POST /boards/default/reset', { token }))
  const { json } = await service.send('GET /boards/default', { ...ADMIN, headers: { host: 'localhost' } })
  t.match(json, { id: 'default', baseUrl: 'http://localhost', createdAt: null, expiresAt: null })
  const refused = await service.send('DELETE /boards/default', ADMIN)
  t.equal(refused.status, 403)
  t.equal(refused.json.message, 'The default board cannot be deleted')
  t.equal((await service.send('GET /api/v1/tasks/1')).status, 200)
  t.equal((await service.send('POST /boards/default/reset', ADMIN)).status, 204)
  t.equal((await service.createTask()).id, 1)
})

t.test('returns 404 for the management of an unknown board (decision 55)', async (t) => {
  const service = await start(t)
  const deleted = await createBoard(service)
  t.equal((await deleted.asOwner('DELETE ')).status, 204)
  for (const id of [deleted.id, 'q1Vf0b5n0m8Yk2sX7dZ3wQ', 'x', '%00', 'default2']) {
    for (const call of OWNER_CALLS) {
      const [method, path] = call.split(' ')
      const { status } = await service.send(`${method} /boards/${id}${path}`, { ...ADMIN, json: {} })
      t.equal(status, 404, `${call} of ${id}`)
    }
  }
})

t.test('returns 404 for every path of a deleted board (decision 55)', async (t) => {
  const service = await startService(t)
  const board = await createBoard(service, { fixture: 'demo' })
  const { token } = (await board.send('POST /api/v2/auth/login', { json: { username: 'user', password: 'user123' } }))
    .json
  t.equal((await board.send('GET /api/v2/tasks', { token })).status, 200)
  t.equal((await board.asOwner('DELETE ')).status, 204)
  for (const path of ['/api/v1/tasks', '/api/v2/tasks', '/api/buggy/tasks', '/docs', '/openapi.json', '']) {
    const { status, json } = await board.send(`GET ${path}`, { token })
    t.equal(status, 404, path)
    t.match(json, { message: 'Board not found', path: `/b/${board.id}${path}` })
  }
  t.equal((await board.send('POST /api/v1/tasks', { json: TASK })).status, 404)
  t.equal((await board.asOwner('DELETE ')).status, 404)
})

t.test('a reset deletes tasks and sessions, and restarts the ids', async (t) => {
  const service = await startService(t)
  const board = await createBoard(service, { fixture: 'demo' })
  const { token, refreshToken } = (await board.send('POST /api/v2/auth/login', LOGIN)).json
  t.equal((await board.asOwner('POST /reset')).status, 204)
  t.match((await board.send('GET /api/v1/tasks')).json, { totalElements: 0, content: { length: 0 } })
  t.equal((await board.send('GET /api/v2/tasks', { token })).status, 403, 'the session has ended')
  t.equal((await board.send('POST /api/v2/auth/refresh', { json: { refreshToken } })).status, 403)
  const created = await board.send('POST /api/v1/tasks', {
    json: { ...TASK, checklistItems: [{ text: 'first', done: false }] },
  })
  t.match(created.json, { id: 1, sortOrder: 0, checklistItems: [{ id: 1 }] })
  t.equal(created.headers.location, `/b/${board.id}/api/v1/tasks/1`)
  t.equal((await board.asOwner('POST /reset', { json: { fixture: 'demo' } })).status, 204)
  const filled = await board.send('GET /api/v1/tasks?size=100')
  const ids = filled.json.content.map((task: { id: number }) => task.id)
  t.strictSame(
    ids,
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  t.equal((await board.asOwner('POST /reset', { json: { fixture: 'other' } })).status, 400)
  t.equal((await board.send('GET /api/v1/tasks')).json.totalElements, 20, 'a refused reset changes nothing')
})

t.test('an unused board expires and returns 404 (decision 55)', async (t) => {
  const service = await start(t, { boardTtl: 100 })
  const [used, unused] = [await createBoard(service), await createBoard(service)]
  for (const moment of [60, 120]) {
    service.clock.now += 60_000
    t.equal((await used.send('GET /api/v1/tasks')).status, 200, `after ${moment} seconds`)
    // Reading the log writes it, and with it the time of the last use.
    t.equal((await used.asOwner('GET /requests')).status, 200)
  }
  t.equal((await unused.send('GET /api/v1/tasks')).status, 404)
  t.equal((await used.asOwner('GET ')).json.expiresAt, '2026-03-02T08:33:40Z')
  const listed = await service.send('GET /boards', { token: ADMIN_TOKEN })
  t.match(listed.json, { totalElements: 1, content: [{ id: used.id }] }, 'an expired board is not listed')
  service.clock.now += 100_000
  t.equal((await used.send('GET /api/v1/tasks')).status, 404)
})

t.test('requests of the owner keep a board from expiring', async (t) => {
  const service = await start(t, { boardTtl: 100 })
  const { asOwner } = await createBoard(service)
  for (let count = 0; count < 3; count++) {
    service.clock.now += 60_000
    t.equal((await asOwner('PUT /faults', { json: { seed: 1 } })).status, 200)
    await service.app.flushLogs()
  }
  t.equal((await asOwner('GET ')).json.expiresAt, '2026-03-02T08:34:40Z')
})

t.test('deletes new boards if the client disconnects before the response', async (t) => {
  const store = await openEmptyStore()
  let disconnect = async () => {}
  const service = await startListening(t, {
    store: {
      ...store,
      async createBoards(...given) {
        await store.createBoards(...given)
        await disconnect()
      },
    },
    adminToken: ADMIN_TOKEN,
  })
  let socket: Socket | undefined
  service.app.server.prependListener('request', (request: IncomingMessage) => {
    socket = request.socket
  })
  const count = async () => (await service.send('GET /boards', ADMIN)).json.totalElements
  for (const input of [{ count: 3 }, { count: 3, fixture: 'demo' }]) {
    const connection = await service.connect()
    let created = 0
    const disconnected = new Promise<void>((resolve) => {
      disconnect = async () => {
        created = (await store.listBoards({ page: 0, size: 1 })).total
        connection.destroy()
        await once(socket as Socket, 'close')
        resolve()
      }
    })
    const body = JSON.stringify(input)
    const headers = [`Authorization: Bearer ${ADMIN_TOKEN}`, 'Content-Type: application/json']
    connection.write(
      ['POST /boards HTTP/1.1', 'Host: localhost', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n'),
    )
    await disconnected
    t.equal(created, 3)
    while ((await count()) > 0) await new Promise(setImmediate)
  }
})

t.test('a JSON body that is not an object is 400 and changes nothing, even if the body is optional', async (t) => {
  const service = await startService(t)
  const { asOwner, send } = await createBoard(service, { fixture: 'demo' })
  const before = (await asOwner('GET /snapshot')).json
  for (const body of ['null', '[]', '0', '""', 'false']) {
    const options = { body, headers: { 'content-type': 'application/json' } }
    for (const request of ['POST /reset', 'PUT /faults', 'PUT /exercise', 'PUT /defects', 'PUT /snapshot']) {
      t.equal((await asOwner(request, options)).status, 400, `${request} ${body}`)
    }
    for (const request of ['POST /claims', 'PUT /grade', 'POST /api/v1/tasks', 'POST /api/v2/auth/login']) {
      t.equal((await send(request, options)).status, 400, `${request} ${body}`)
    }
    for (const request of ['POST /boards', 'POST /classes', 'POST /classes/join']) {
      t.equal((await service.send(request, options)).status, 400, `${request} ${body}`)
    }
  }
  t.strictSame((await asOwner('GET /snapshot')).json, before)
  t.equal((await asOwner('POST /reset')).status, 204, 'a missing body is not null')
})
