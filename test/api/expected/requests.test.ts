import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { createBoard, TASK } from '../../kit/board.js'
import { multipart, ownStore, type Reply, readReply } from '../../kit/helper.js'
import { request as rawRequest, startListening } from '../../kit/raw-http.js'
import { differencesFromTwin, observeExpected } from './pairs.js'

const JSON_BODY = { 'content-type': 'application/json' }
const ONE_FILE = multipart([{ fileName: 'a.txt', type: 'text/plain', content: 'text' }])

// The limit of the address makes each request wait before its board is known.
const service = await startListening(t, { ...(await ownStore()), addressRate: 10_000 })
const asked = observeExpected(service)

/** Creates a board that has defects, and a correct one. Both have one task. */
async function start(t: Test, defects: readonly string[] = []) {
  const { expectResponse } = service.app
  t.teardown(() => Object.assign(service.app, { expectResponse }))
  const board = await createBoard(service, { defects })
  const twin = await createBoard(service)
  for (const { send } of [board, twin]) await send('POST /api/v1/tasks', { json: TASK, unchecked: true })

  /** Sends a request as a client would. */
  async function request(line: string, init: RequestInit = {}, origin = `${service.origin}/b/${board.id}`) {
    const [method = '', path = ''] = line.split(' ')
    const reply = await readReply(await fetch(origin + path, { method, ...init }))
    return { reply, expected: expectedFor(reply) }
  }
  const expectedFor = ({ headers }: Reply) => asked.get(headers['x-request-id'] ?? '')?.expectedResponse
  const atTwin = async (line: string, init?: RequestInit) =>
    (await request(line, init, `${service.origin}/b/${twin.id}`)).reply
  return { board, twin, request, atTwin, expectedFor }
}

const WITH_JSON = (body: string) => ({ headers: JSON_BODY, body })

/** Requests of buggy, with a valid and an invalid one for each kind of body. */
const REQUESTS: [line: string, init?: { headers: Record<string, string>; body: string | Buffer }][] = [
  ['GET /tasks'],
  ['GET /tasks?size=0'],
  ['GET /tasks/9'],
  ['HEAD /tasks'],
  ['POST /tasks', WITH_JSON(JSON.stringify(TASK))],
  ['POST /tasks', WITH_JSON('{"title":')],
  ['POST /tasks', WITH_JSON('{}')],
  ['POST /tasks', { headers: { 'content-type': 'text/plain' }, body: 'text' }],
  ['POST /tasks'],
  ['PUT /tasks/1', WITH_JSON(JSON.stringify({ ...TASK, title: 'Another' }))],
  ['POST /tasks/1/reorder', WITH_JSON('{"targetStatus":"DONE","targetIndex":0}')],
  ['POST /tasks/1/comments', WITH_JSON('{"text":"A comment"}')],
  ['POST /tasks/1/attachments', ONE_FILE],
  ['POST /tasks/1/attachments', multipart([])],
  ['DELETE /tasks/1'],
  ['DELETE /tasks'],
]

for (const [line, init] of REQUESTS) {
  t.test(`a server error for ${line} (${init?.body ?? 'no body'}) has an expected response`, async (t) => {
    const { board, request, atTwin } = await start(t)
    const before = (await board.send('GET /api/v1/tasks')).json
    const path = line.replace(' ', ' /api/buggy')
    const prefer = { prefer: 'fault=server-error' }
    const { reply, expected } = await request(path, { ...init, headers: { ...init?.headers, ...prefer } })
    t.equal(reply.status, 500)
    if (!expected) throw new Error('The expected response is not known')
    t.equal(expected.headers['preference-applied'], reply.headers['preference-applied'])
    const twin = await atTwin(path, { ...init, headers: { ...init?.headers, prefer: 'fault=none' } })
    t.strictSame(differencesFromTwin(expected, twin), ['headers.preference-applied'])
    t.equal(expected.bytes, expected.body?.length)
    t.strictSame((await board.send('GET /api/v1/tasks')).json, before, 'the board is as before')
  })
}

t.test('a case-sensitive search has an expected response, if it finds less', async (t) => {
  const { board, twin, request, atTwin } = await start(t)
  // A response of this size is compressed.
  const long = { ...TASK, description: 'x'.repeat(500) }
  for (const { send } of [board, board, twin, twin]) await send('POST /api/v1/tasks', { json: long })
  const init = (fault: string) => ({ headers: { prefer: `fault="${fault}"`, 'accept-encoding': 'gzip' } })
  const path = 'GET /api/buggy/tasks?search=TASK&size=5'
  const { reply, expected } = await request(path, init('search-case pagination'))
  t.equal(reply.json.totalElements, 0)
  t.equal(JSON.parse(expected?.body ?? '').totalElements, 3)
  const uncompressed = { headers: { 'accept-encoding': 'identity' } }
  const places = expected && differencesFromTwin(expected, await atTwin(path, uncompressed))
  t.strictSame(places, ['headers.access-control-expose-headers', 'headers.preference-applied'])
  for (const other of [path.replace('TASK', 'task'), path.replace('search', 'status'), path.replace('TASK', 'none')]) {
    t.equal((await request(other, init('search-case'))).expected, undefined, other)
  }
})

t.test('faults of the default board have no expected response', async (t) => {
  const { request } = await start(t)
  const { reply, expected } = await request(
    'GET /api/buggy/tasks',
    { headers: { prefer: 'fault=server-error' } },
    service.origin,
  )
  t.equal(reply.status, 500)
  t.equal(expected, null)
})

t.test('the expected response has the address of the board that the request used', async (t) => {
  const { board, request, expectedFor } = await start(t, ['default-priority-is-low'])
  const port = await service.app.listenAlso('127.0.0.1', 0, board.id)
  for (const [id, origin] of [
    [2, `${service.origin}/b/${board.id}`],
    [3, `http://127.0.0.1:${port}`],
  ] as const) {
    const { reply, expected } = await request('POST /api/v1/tasks', WITH_JSON(JSON.stringify(TASK)), origin)
    t.strictSame([reply.status, expected?.status], [201, 201])
    t.equal(reply.json.id, id)
    t.equal(reply.headers.location, `${new URL(origin).pathname.replace(/^\/$/, '')}/api/v1/tasks/${id}`)
    t.equal(expected?.headers.location, reply.headers.location)
    t.equal(expected?.body, String(reply.bytes).replace('LOW', 'MEDIUM'))
  }
  const atHost = await service.exchange(
    rawRequest(
      'POST /api/v1/tasks',
      { Host: `${board.id}.localhost`, 'Content-Type': 'application/json' },
      JSON.stringify(TASK),
    ),
  )
  t.equal(atHost.headers.location, '/api/v1/tasks/4')
  t.equal(expectedFor(atHost)?.headers.location, '/api/v1/tasks/4')
})

t.test('a body that arrives in pieces is complete in the expected response', async (t) => {
  const { board, expectedFor } = await start(t, ['default-priority-is-low', 'upload-keeps-first-file'])
  const bodies = [
    ['tasks', 'application/json', Buffer.from(JSON.stringify({ ...TASK, ignored: 'x'.repeat(50_000) }))],
    ['tasks/1/attachments', ONE_FILE.headers['content-type'], ONE_FILE.body],
  ] as const
  for (const [path, type, body] of bodies) {
    const connection = await service.connect()
    const head = `POST /b/${board.id}/api/v1/${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`
    connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    for (let start = 0; start < body.length; start += 10_000) {
      const piece = body.subarray(start, start + 10_000)
      connection.write(`${piece.length.toString(16)}\r\n`)
      connection.write(piece)
      connection.write('\r\n')
    }
    connection.write('0\r\n\r\n')
    const reply = (await connection.response()) as Reply
    t.equal(expectedFor(reply)?.status, 201)
    t.equal(expectedFor(reply)?.body, String(reply.bytes).replace('LOW', 'MEDIUM'))
  }
})

t.test('whether a body of an unknown type is empty is not known, and the request is the same', async (t) => {
  const { request } = await start(t)
  const headers = { 'content-type': 'text/plain', prefer: 'fault=server-error' }
  // The body has no length.
  const init = { headers, body: new Blob(['a']).stream(), duplex: 'half' } as RequestInit
  const { reply, expected } = await request('POST /api/buggy/tasks', init)
  t.strictSame([reply.status, expected], [500, null])
})

t.test('the expected response is not known if another request changes the board in the meantime', async (t) => {
  const { board, request } = await start(t, ['default-priority-is-low', 'list-ignores-direction'])
  const create = () => request('POST /api/v1/tasks', WITH_JSON(JSON.stringify(TASK)))
  const replies = await Promise.all([create(), create(), create()])
  for (const { reply, expected } of replies) t.strictSame([reply.status, expected], [201, null])
  t.equal((await create()).expected?.status, 201, 'later requests are alone again')

  const read = () => request('GET /api/v1/tasks?direction=desc')
  t.equal((await read()).expected?.status, 200)
  const { expectResponse } = service.app
  service.app.expectResponse = async (asked) => {
    const task = { title: 'Another', status: 'TODO' }
    if (asked.method === 'GET')
      await service.send(`POST /b/${board.id}/api/v2/auth/login`, {
        json: { ...task, username: 'admin', password: 'admin123' },
      })
    await expectResponse(asked)
  }
  t.equal((await read()).expected, null)
})

t.test('all writes to a board with a defect get an expected response, so that none reveals it', async (t) => {
  const { request } = await start(t, ['put-ignores-status'])
  const { expected } = await request('POST /api/v1/tasks', WITH_JSON(JSON.stringify(TASK)))
  t.equal(expected?.status, 201)
})

t.test('the expected response of a write is not known if the owner changes the board in the meantime', async (t) => {
  const { board, request } = await start(t, ['put-ignores-status'])
  const { expectResponse } = service.app
  const put = () => request('PUT /api/v1/tasks/9', WITH_JSON(JSON.stringify(TASK)))
  t.equal((await put()).expected?.status, 404)
  service.app.expectResponse = async (asked) => {
    await expectResponse(asked)
    await board.asOwner('POST /reset', { json: {} })
  }
  t.equal((await put()).expected, null)
})

t.test('later requests are alone again after a client has disconnected during a write', async (t) => {
  const { board, request } = await start(t, ['default-priority-is-low'])
  const body = JSON.stringify(TASK)
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  const { expectResponse } = service.app
  const left = new Promise<void>((resolve) => {
    service.app.expectResponse = async (asked) => {
      service.app.expectResponse = expectResponse
      socket.destroy()
      await once(asked.raw.socket, 'close')
      await expectResponse(asked)
      resolve()
    }
  })
  socket.write(rawRequest(`POST /b/${board.id}/api/v1/tasks`, { 'Content-Type': 'application/json' }, body))
  await left
  const create = async () => (await request('POST /api/v1/tasks', WITH_JSON(body))).expected
  let expected = await create()
  for (let count = 0; expected === null && count < 20; count++) expected = await create()
  t.equal(expected?.status, 201)
})

t.test('a body with too large a length is refused before it arrives, also with defects', async (t) => {
  const service = await startListening(t, { ...(await ownStore()), dryRunMax: 600_000 })
  const board = await createBoard(service, { defects: ['create-returns-200'] })
  const connection = await service.connect()
  connection.write(rawRequest(`POST /b/${board.id}/api/v1/tasks`, { ...JSON_BODY, 'Content-Length': '1048577' }))
  t.equal((await connection.response())?.status, 413)
})
