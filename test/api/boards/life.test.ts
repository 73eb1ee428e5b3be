import t, { type Test } from 'tap'
import { ADMIN_TOKEN, createBoard, LOGIN, startBoard, TASK } from '../../kit/board.js'
import { type ServiceOptions, startService } from '../../kit/helper.js'
import { assertTokenRequired } from './token-required.js'

const ADMIN = { token: ADMIN_TOKEN }

const start = (t: Test, options: ServiceOptions = {}) => startService(t, { adminToken: ADMIN_TOKEN, ...options })

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
    t.strictSame([status, json.message], [403, 'Boards cannot be created on this server'])
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
  'GET /defects',
  'PUT /defects',
  'GET /defects/effects',
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
  t.strictSame([refused.status, refused.json.message], [403, 'The default board cannot be deleted'])
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
  const board = await startBoard(t, {}, { fixture: 'demo' })
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
  const board = await startBoard(t, {}, { fixture: 'demo' })
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
    if (moment === 60) t.equal((await unused.asOwner('GET ')).status, 200, 'a description is no use')
    await service.app.flushLogs()
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
