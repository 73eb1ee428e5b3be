import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { ADMIN_TOKEN, createBoard, startBoard, toTestBoard } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type ServiceOptions, startService } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'
import { assertTokenRequired } from './token-required.js'

const ADMIN = { token: ADMIN_TOKEN }

const start = (t: Test, options: ServiceOptions = {}) => startService(t, { adminToken: ADMIN_TOKEN, ...options })

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
  const { service, ...board } = await startBoard(t, {}, { name: 'Ada', fixture: 'demo' })
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
  for (const [request, all] of Object.entries({ 'POST /boards': cases, 'POST /boards/batch': batches })) {
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
  t.strictSame([status, headers.location], [201, '/boards'])
  const created = json.boards.map((board: { name: string }) => board.name)
  t.strictSame(created, names)
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
    t.strictSame([status, headers.location, headers['content-type']], [201, '/boards', 'application/json'])
    const created = body.boards.map(({ name }: { name: string | null }) => name)
    t.strictSame(created, names)
    t.strictSame(Object.keys(body.boards[0]), Object.keys((await service.send('POST /boards')).json))
    assertTokenRequired(t, await service.send('POST /boards', { json }))
  }
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
  const { service, asOwner, send } = await startBoard(t, {}, { fixture: 'demo' })
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
