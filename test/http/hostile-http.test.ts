import t from 'tap'
import { attackTest, postTask, TASKS } from '../kit/attacked.js'
import { expectError } from '../kit/expect-error.js'
import { request, startListening } from '../kit/raw-http.js'

attackTest('returns 400 for malformed HTTP and closes the connection (decision 27)', async (t, service) => {
  const get = (target: string, headers = '') => `${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
  const post = (headers: string, body = '') => get(`POST ${TASKS}`, `${headers}\r\n`) + body
  const malformed = {
    'plain text': 'hello\r\n\r\n',
    'bytes of TLS': Buffer.from('16030100050100000100', 'hex'),
    'zero bytes': Buffer.alloc(64),
  }
  const withPath = {
    'an unknown version': get(`GET ${TASKS}`).replace('1.1', '9.9'),
    'an unknown method': get(`STEAL ${TASKS}`),
    'a space in the target': get(`GET ${TASKS} more`),
    'a header without a colon': get(`GET ${TASKS}?x=1`, 'broken\r\n'),
    'a header with U+0000': get(`GET ${TASKS}`, 'X: a\0b\r\n'),
    'a space before the colon': get(`GET ${TASKS}`, 'X : a\r\n'),
    'a Content-Length in words': post('Content-Length: ten'),
    'a negative Content-Length': post('Content-Length: -1'),
    'a huge Content-Length': post(`Content-Length: ${'9'.repeat(40)}`),
    'two different Content-Lengths': post('Content-Length: 2\r\nContent-Length: 3', '{}'),
    'Content-Length and Transfer-Encoding': post('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
    'an unknown Transfer-Encoding': post('Transfer-Encoding: chunked, magic', '0\r\n\r\n'),
    'a chunk with an invalid length': post('Content-Type: application/json\r\nTransfer-Encoding: chunked', 'zz\r\n'),
    'no Host': `GET ${TASKS} HTTP/1.1\r\n\r\n`,
    'two Hosts': get(`GET ${TASKS}`, 'host: other\r\n'),
  }
  for (const [what, data] of Object.entries({ ...malformed, ...withPath })) {
    await t.test(what, async (t) => {
      const connection = await service.connect()
      connection.write(data)
      const reply = await connection.response()
      expectError(t, reply, { status: 400, path: what in malformed ? '/' : TASKS })
      t.equal(reply?.headers.connection, 'close')
      await connection.closed
    })
  }
})

attackTest('closes the connection of a CONNECT request (decision 53)', async (t, service) => {
  const connection = await service.connect()
  connection.write('CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n')
  t.equal(await connection.response(), undefined, 'there is no response')
  await connection.closed
})

attackTest('returns 431 for headers that are too large (decision 27)', async (t, service) => {
  const path = `${TASKS}/7`
  const large = 'x'.repeat(20_000)
  const cases = {
    'one large header': request(`GET ${path}?x=1`, { 'X-Large': large }),
    'a large token': request(`GET ${path}`, { Authorization: `Bearer ${large}` }),
    'many headers': request(`GET ${path}`, Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`X-${i}`, 'x']))),
    'a large query': request(`GET ${path}?search=${large}`),
  }
  for (const [what, data] of Object.entries(cases)) {
    await t.test(what, async (t) => {
      expectError(t, await service.exchange(data), { status: 431, path })
    })
  }
})

attackTest('no header is ignored, however many there are', async (t, service) => {
  const many = 'a:\r\n'.repeat(1000)
  for (const [header, status] of [
    ['Transfer-Encoding: gzip, chunked', 400],
    ['Content-Encoding: gzip\r\nContent-Length: 2', 415],
  ] as const) {
    const head = `POST ${TASKS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    const reply = await service.exchange(`${head}${many}${header}\r\n\r\n{}`)
    expectError(t, reply, { status, path: TASKS })
  }
})

attackTest('returns 431 with the path / if the request line arrived in an earlier packet', async (t, service) => {
  const connection = await service.connect()
  connection.write('GET /api/v1/tasks/7?x=1 HTTP/1.1\r\nHost: localhost\r\n')
  const other = await service.exchange(request('GET /health'))
  t.equal(other.status, 200, 'meanwhile the first packet has arrived')
  connection.write(`X-Large: ${'x'.repeat(20_000)}\r\n\r\n`)
  expectError(t, await connection.response(), { status: 431, path: '/' })
})

attackTest('accepts request targets of every form (decision 27)', async (t, service) => {
  const path = `${TASKS}/999`
  const targets = {
    'absolute form': `${service.origin}${path}?x=1`,
    'absolute form, another port': `http://localhost:1${path}`,
    'absolute form, https in capitals': `HTTPS://LOCALHOST${path}?x`,
    'with a fragment': `${path}#fragment`,
    'with a query of slashes': `${path}?/a/b?c`,
  }
  for (const [what, target] of Object.entries(targets)) {
    await t.test(what, async (t) => {
      const message = 'Task not found with id: 999'
      expectError(t, await service.exchange(request(`GET ${target}`)), { status: 404, path, message })
    })
  }
  expectError(t, await service.exchange(request('GET //elsewhere.example/x')), {
    status: 404,
    path: '//elsewhere.example/x',
  })
  // Clients resolve dot segments; the service does not.
  const dots = '/api/v1/x/../tasks'
  expectError(t, await service.exchange(request(`GET ${dots}`)), { status: 404, path: dots })
  const server = await service.exchange(request('OPTIONS *'))
  t.ok(server.status === 200 || server.status === 204, 'OPTIONS * is valid')
  const star = await service.exchange(request('GET *'))
  t.ok([400, 404].includes(star.status), '* is valid only for OPTIONS')
})

attackTest('handles a huge path like any other', async (t, service) => {
  const id = '9'.repeat(15_000)
  expectError(t, await service.exchange(request(`GET ${TASKS}/${id}`)), {
    status: 400,
    path: `${TASKS}/${id}`,
    errors: { id: 'Id must be an integer between 1 and 9007199254740991' },
  })
  const deep = '/a'.repeat(7500)
  expectError(t, await service.exchange(request(`GET ${deep}`)), { status: 404, path: deep })
})

attackTest('malformed HTTP after a valid request does not replace its response', async (t, service) => {
  const connection = await service.connect()
  connection.write(Buffer.concat([request(`GET ${TASKS}/999`), Buffer.from('hello\r\n\r\n')]))
  const first = await connection.response()
  if (first !== undefined) expectError(t, first, { status: 404, path: `${TASKS}/999` })
  await connection.closed
})

attackTest('a body cannot smuggle a second request', async (t, service) => {
  const smuggled = request('DELETE /api/v1/tasks')
  for (const data of [
    request(`PATCH ${TASKS}`, {}, smuggled),
    request('POST /nothing', {}, smuggled),
    request('POST /api/v2/tasks', {}, smuggled),
    request(`GET ${TASKS}`, {}, smuggled),
  ]) {
    const connection = await service.connect()
    connection.write(data)
    t.type((await connection.response())?.status, 'number')
    connection.write(request('GET /health'))
    const next = await connection.response()
    if (next !== undefined) t.equal(next.status, 200, 'the next response belongs to the next request')
  }
})

attackTest('a disconnect in the middle of a request has no effect', async (_t, service) => {
  const bytes = postTask('{"title":"Attack","status":"TODO"}')
  for (const end of [0, 1, 10, 40, bytes.length - 1]) {
    const connection = await service.connect()
    connection.write(bytes.subarray(0, end))
    connection.destroy()
    await connection.closed
  }
})

t.test('incomplete requests time out within a minute', async (t) => {
  const { app } = await startListening(t)
  for (const timeout of ['headersTimeout', 'requestTimeout'] as const) {
    t.ok(app.server[timeout] > 0 && app.server[timeout] <= 60_000, timeout)
  }
})
