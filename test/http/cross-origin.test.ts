import t from 'tap'
import { ADMIN_TOKEN, startBoard } from '../kit/board.js'
import { expectError } from '../kit/expect-error.js'
import { multipart, ownStore, type Service, startService } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'

const EVIL = 'https://evil.example'
const FRIEND = 'https://course.example'
const MESSAGE = 'Web pages from other origins can use this operation only if CORS_ORIGIN lists their origin'

/** What browsers send with a request from a page of another origin. */
const CROSS_ORIGIN: Record<string, string>[] = [
  { origin: EVIL },
  { origin: 'null' },
  { origin: 'http://localhost:5173' },
  { origin: 'http://localhost.evil.example' },
  { origin: EVIL, 'sec-fetch-site': 'cross-site' },
  { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
  { origin: 'http://localhost', 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'anything' },
]

/** What the page of the service, the address bar and other clients send. */
const ALLOWED: Record<string, string>[] = [
  {},
  { origin: 'http://localhost' },
  { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
]

/** Bodies that a form can send. */
const FORMS = [
  { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=x' },
  { headers: { 'content-type': 'text/plain' }, body: '{"name":"x"}' },
  multipart([{ fileName: 'a.txt', content: 'x' }]),
  { headers: {}, body: '' },
]

/** The operations of the management API, without the indexes, which all pages may read, and with the ids of a board and of a class. */
async function operationsOf(
  { send }: Service,
  id: string,
  ofClass: string,
): Promise<{ method: string; path: string }[]> {
  const values: Record<string, string> = { board: id, name: 'create-returns-200' }
  const fill = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? (path.startsWith('/classes') ? ofClass : id))
  const { '/': _service, '/board': _board, ...paths } = (await send('GET /control/openapi.json')).json.paths
  return Object.entries<object>(paths).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => ({ method: method.toUpperCase(), path: fill(path) })),
  )
}

/** Creates a class with an exercise, and returns its id. */
async function createClass({ send }: Service): Promise<string> {
  return (await send('POST /classes', { json: { name: 'A class', count: 1, exercise: {} } })).json.id
}

async function countBoards({ send }: Pick<Service, 'send'>): Promise<number> {
  return (await send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements
}

const OPTIONS = { adminToken: ADMIN_TOKEN }

t.test('web pages of other origins can neither read boards nor change them (decision 74)', async (t) => {
  const { service, id, token, asOwner } = await startBoard(t, OPTIONS)
  await asOwner('PUT /exercise', { json: { drill: { profile: 'hostile' } } })
  const operations = await operationsOf(service, id, await createClass(service))
  t.ok(operations.length >= 10)
  for (const { method, path } of operations.filter(({ method }) => method !== 'GET')) {
    for (const headers of CROSS_ORIGIN) {
      const reply = await service.send(`${method} ${path}`, { token, headers })
      expectError(t, reply, { status: 403, path, message: MESSAGE })
      t.notOk('access-control-allow-origin' in reply.headers)
    }
  }
  const reads = [...operations.filter(({ method }) => method === 'GET'), { method: 'GET', path: '/metrics' }]
  for (const { path } of reads) {
    // The response of GET is a stream without an end.
    const method = path.endsWith('/events') ? 'HEAD' : 'GET'
    const { status, headers } = await service.send(`${method} ${path}`, {
      token: ADMIN_TOKEN,
      headers: { origin: EVIL },
    })
    t.equal(status, 200, path)
    t.notOk('access-control-allow-origin' in headers, `${path} cannot be read`)
    t.equal(headers['cross-origin-resource-policy'], 'same-origin', `${path} cannot be embedded`)
  }
  t.equal(await countBoards(service), 2)
})

t.test('a preflight request for the management API gets no permission (decision 74)', async (t) => {
  const { service, id } = await startBoard(t, OPTIONS)
  for (const { method, path } of [
    ...(await operationsOf(service, id, await createClass(service))),
    { method: 'GET', path: '/metrics' },
  ]) {
    const { status, headers } = await service.send(`OPTIONS ${path}`, {
      headers: { origin: EVIL, 'access-control-request-method': method },
    })
    t.equal(status, 204, path)
    const allowing = Object.keys(headers).filter((name) => name.startsWith('access-control-allow'))
    t.strictSame(allowing, [], `${method} ${path}`)
  }
  const { headers } = await service.send('PATCH /boards')
  t.equal(headers.allow, 'POST, GET, HEAD', 'Allow does not list OPTIONS')
})

t.test('forms on web pages of other origins cannot create boards (decision 74)', async (t) => {
  const service = await startListening(t, OPTIONS)
  for (const { headers, body } of FORMS) {
    for (const crossOrigin of CROSS_ORIGIN) {
      const { status } = await service.send('POST /boards', { headers: { ...headers, ...crossOrigin }, body })
      t.equal(status, 403)
    }
    const overSocket = await service.exchange(
      [
        'POST /boards HTTP/1.1',
        `Host: ${new URL(service.origin).host}`,
        `Origin: ${EVIL}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        `Content-Length: ${body.length}`,
        '',
        String(body),
      ].join('\r\n'),
    )
    t.equal(overSocket.status, 403)
  }
  t.equal(await countBoards(service), 0)
})

t.test('pages of the service and clients that are not browsers can create boards (decision 74)', async (t) => {
  const { send } = await startService(t, OPTIONS)
  for (const headers of ALLOWED) {
    t.equal((await send('POST /boards', { headers: { host: 'localhost', ...headers } })).status, 201)
  }
})

t.test('the origin of a page must have the same host and port as the request (decision 74)', async (t) => {
  const { send } = await startService(t, { isLocal: false, publicUrl: 'https://public.example:8443/base' })
  for (const [host, origin, status] of [
    ['board.example', 'https://board.example', 201],
    ['Board.example:3000', 'http://board.example:3000', 201],
    ['[::1]:3000', 'http://[::1]:3000', 201],
    ['board-1:3000', 'https://public.example:8443', 201],
    ['board.example:3000', 'http://board.example', 403],
    ['board.example', 'http://board.example:3000', 403],
    ['board.example', 'http://a.board.example', 403],
    ['board-1:3000', 'https://public.example', 403],
  ] as const) {
    t.equal((await send('POST /boards', { headers: { host, origin } })).status, status, `${origin} → ${host}`)
  }
})

t.test('CORS_ORIGIN allows single origins to use the management API (decision 74)', async (t) => {
  const service = await startService(t, { ...OPTIONS, corsOrigin: [FRIEND, 'https://other.example'] })
  for (const headers of [{ origin: FRIEND }, { origin: FRIEND, 'sec-fetch-site': 'cross-site' }]) {
    const created = await service.send('POST /boards', { headers })
    t.strictSame([created.status, created.headers['access-control-allow-origin']], [201, FRIEND])
  }
  const preflight = await service.send('OPTIONS /boards', {
    headers: { origin: FRIEND, 'access-control-request-method': 'POST' },
  })
  t.equal(preflight.headers['access-control-allow-origin'], FRIEND)
  for (const headers of CROSS_ORIGIN) {
    const refused = await service.send('POST /boards', { headers })
    t.equal(refused.status, 403)
    t.notOk('access-control-allow-origin' in refused.headers)
  }
  t.equal(await countBoards(service), 2)
})

t.test('web pages of other origins can use the variants and read the documents (decision 74)', async (t) => {
  const { service, id } = await startBoard(t, await ownStore())
  for (const base of ['', `/b/${id}`]) {
    for (const variant of ['v1', 'buggy']) {
      for (const headers of CROSS_ORIGIN) {
        const created = await service.send(`POST ${base}/api/${variant}/tasks`, {
          headers,
          json: { title: 'x', status: 'TODO' },
        })
        t.strictSame([created.status, created.headers['access-control-allow-origin']], [201, '*'])
        t.equal(created.headers['cross-origin-resource-policy'], 'cross-origin')
      }
    }
  }
  for (const path of ['/control/openapi.json', '/openapi.json', '/health']) {
    const { headers } = await service.send(`GET ${path}`, { headers: { origin: EVIL } })
    t.equal(headers['access-control-allow-origin'], '*', path)
  }
})
