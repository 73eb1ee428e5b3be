import t from 'tap'
import { ownStore, type Reply, type RequestOptions, type Service, startService } from '../kit/helper.js'

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/

const ORIGIN = 'https://board.example'

/** Requests of every kind: successes, errors, documents, and errors before routing. */
const REQUESTS: { request: string; status: number; options?: RequestOptions }[] = [
  { request: 'GET /api/v1/tasks', status: 200 },
  { request: 'POST /api/v1/tasks', status: 201, options: { json: { title: 'x', status: 'TODO' } } },
  { request: 'DELETE /api/v1/tasks/2', status: 204 },
  { request: 'GET /api/v1/openapi.json', status: 200 },
  { request: 'GET /openapi.yaml', status: 200 },
  { request: 'GET /api/v1/openapi-3.1.json', status: 200 },
  { request: 'GET /health', status: 200 },
  { request: 'POST /api/v1/tasks', status: 400, options: { json: {} } },
  { request: 'GET /api/v1/tasks/%ff', status: 400 },
  { request: 'GET /api/v1/tasks?search=%ff', status: 400 },
  { request: 'GET /api/v2/tasks', status: 403 },
  { request: 'GET /api/v1/tasks/999', status: 404 },
  { request: 'GET /nothing', status: 404 },
  { request: 'PATCH /api/v1/tasks', status: 405 },
  {
    request: 'POST /api/v1/tasks',
    status: 415,
    options: { headers: { 'content-type': 'image/png' }, body: 'x' },
  },
]

async function startWithTask(t: Parameters<typeof startService>[0], options = {}): Promise<Service> {
  const service = await startService(t, options)
  await service.createTask()
  return service
}

/** Sends the request with further headers. */
function send(service: Service, request: string, options: RequestOptions = {}, headers = {}): Promise<Reply> {
  return service.send(request, { ...options, headers: { ...options.headers, ...headers } })
}

function words(list: string | undefined): string[] {
  return (list ?? '').split(',').map((word) => word.trim().toLowerCase())
}

t.test('every response returns a valid X-Request-Id', async (t) => {
  const service = await startWithTask(t)
  for (const { request, status, options } of REQUESTS) {
    const reply = await send(service, request, options, { 'x-request-id': 'trace-1' })
    t.equal(reply.status, status, request)
    t.equal(reply.headers['x-request-id'], 'trace-1', request)
  }
  for (const id of ['a', 'x'.repeat(128), '01:02/03+04=@_.-']) {
    t.equal((await send(service, 'GET /health', {}, { 'x-request-id': id })).headers['x-request-id'], id)
  }
})

t.test('replaces an invalid or missing X-Request-Id with a new id', async (t) => {
  const service = await startService(t)
  const invalid = ['', ' ', 'a b', 'x'.repeat(129), '<script>', 'a,b', 'a"b', 'a;b', 'é', 'a\tb']
  const seen = new Set<string | undefined>()
  for (const id of [...invalid, undefined, undefined]) {
    const reply = await send(service, 'GET /health', {}, id === undefined ? {} : { 'x-request-id': id })
    t.match(reply.headers['x-request-id'], UUID, `${id}`)
    seen.add(reply.headers['x-request-id'])
  }
  t.equal(seen.size, invalid.length + 2)
})

t.test('every response has the security headers', async (t) => {
  const service = await startWithTask(t)
  for (const { request, status, options } of REQUESTS) {
    await t.test(`${request} ${status}`, async (t) => {
      const { headers } = await send(service, request, options)
      t.strictSame([headers['x-content-type-options'], headers['x-frame-options']], ['nosniff', 'DENY'])
      t.equal(headers['referrer-policy'], 'no-referrer')
      t.equal(headers['cross-origin-resource-policy'], 'cross-origin')
      t.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
      t.notOk('x-powered-by' in headers)
      t.notOk('server' in headers)
    })
  }
})

t.test('CORS: any origin may read every response, including errors', async (t) => {
  const service = await startWithTask(t)
  for (const { request, status, options } of REQUESTS) {
    await t.test(`${request} ${status}`, async (t) => {
      const { headers } = await send(service, request, options, { origin: ORIGIN })
      t.equal(headers['access-control-allow-origin'], '*')
      const exposed = words(headers['access-control-expose-headers'])
      for (const name of ['location', 'x-request-id', 'content-disposition', 'allow', 'www-authenticate']) {
        t.ok(exposed.includes(name), `${name} is exposed`)
      }
      t.notOk('access-control-allow-credentials' in headers)
    })
  }
})

t.test('CORS: returns 204 for a preflight request on every path, without a token (decision 42)', async (t) => {
  const service = await startService(t)
  const paths = ['v1', 'v2', 'buggy'].flatMap((variant) =>
    ['', '/1', '/summary', '/1/reorder', '/1/comments', '/1/comments/1', '/1/attachments', '/1/attachments/1'].map(
      (path) => `/api/${variant}/tasks${path}`,
    ),
  )
  for (const path of [...paths, '/api/v2/auth/login', '/api/v2/auth/me', '/nothing', '/health']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      await t.test(`${method} ${path}`, async (t) => {
        const headers = {
          origin: ORIGIN,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization, content-type, x-request-id',
        }
        const reply = await service.send(`OPTIONS ${path}`, { headers })
        t.strictSame([reply.status, reply.bytes.length, reply.headers['access-control-allow-origin']], [204, 0, '*'])
        t.ok(words(reply.headers['access-control-allow-methods']).includes(method.toLowerCase()))
        const allowed = words(reply.headers['access-control-allow-headers'])
        for (const name of ['authorization', 'content-type', 'x-request-id']) t.ok(allowed.includes(name))
      })
    }
  }
})

t.test('CORS: allows only the configured origins', async (t) => {
  const corsOrigin = [ORIGIN, 'https://other.example']
  const service = await startWithTask(t, { corsOrigin })
  for (const origin of corsOrigin) {
    const { headers } = await send(service, 'GET /api/v1/tasks', {}, { origin })
    t.equal(headers['access-control-allow-origin'], origin)
    t.ok(words(headers.vary).includes('origin'))
  }
  for (const [accept, path] of [
    ['application/json', '/'],
    ['text/html', '/'],
    ['application/json', '/board'],
    ['text/html', '/board'],
    ['text/html', '/class'],
    ['text/html', '/api/v1/tasks'],
  ]) {
    const { headers } = await send(service, `GET ${path}`, {}, { origin: ORIGIN, accept })
    t.ok(words(headers.vary).includes('origin'), `${accept} of ${path}`)
  }
  for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'http://board.example', 'null']) {
    const reply = await send(service, 'GET /api/v1/tasks', {}, { origin })
    t.equal(reply.status, 200)
    t.notOk('access-control-allow-origin' in reply.headers, origin)
    t.ok(words(reply.headers.vary).includes('origin'), 'caches must distinguish origins')
  }
})

t.test('HEAD returns the status and headers of GET without the body', async (t) => {
  const service = await startWithTask(t, await ownStore())
  const { token } = await service.login()
  for (const path of [
    '/api/v1/tasks',
    '/api/v1/tasks?size=1&search=x',
    '/api/v1/tasks?size=0',
    '/api/v1/tasks/1',
    '/api/v1/tasks/999',
    '/api/v1/tasks/summary',
    '/api/v2/tasks',
    '/api/v2/auth/me',
    '/api/buggy/tasks/1',
    '/api/v1/openapi.json',
    '/api/v1/openapi.yaml',
    '/health',
    '/version',
    '/nothing',
  ]) {
    await t.test(path, async (t) => {
      const options = path.includes('v2') ? { token } : {}
      const get = await service.send(`GET ${path}`, options)
      const head = await service.send(`HEAD ${path}`, options)
      t.strictSame([head.status, head.bytes.length], [get.status, 0])
      t.equal(head.headers['content-type'], get.headers['content-type'])
      t.equal(head.headers['content-length'], String(get.bytes.length))
    })
  }
})
