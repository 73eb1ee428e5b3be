import t from 'tap'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import { type Json, ownStore, startService } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'

t.test('paths in bodies and headers include the prefix of the board', async (t) => {
  const { service, id, send } = await startBoard(t, await ownStore())
  for (const variant of ['v1', 'buggy']) {
    const { headers } = await send(`POST /api/${variant}/tasks`, { json: TASK })
    t.match(headers.location, new RegExp(`^/b/${id}/api/${variant}/tasks/\\d+$`))
    t.equal((await service.send(`GET ${headers.location}`)).status, 200)
  }
  const cases = ['/api/v1/tasks/99', '/api/v2/tasks', '/api/v1/nothing', '/nothing', '/api/v1/tasks/x']
  for (const path of cases) t.equal((await send(`GET ${path}?x=1`)).json.path, `/b/${id}${path}`)
  t.equal((await send('PATCH /api/v1/tasks')).headers.allow, 'GET, HEAD, POST, DELETE')
})

t.test('the paths of the server do not exist below a board', async (t) => {
  const { id, send, token } = await startBoard(t, await ownStore())
  for (const path of [
    '/boards',
    `/boards/${id}`,
    '/metrics',
    `/b/${id}/api/v1/tasks`,
    '/control/openapi.json',
    '/control/openapi-3.1.json',
    '/%62oards',
    '/%6Detrics',
    '/boards%2Fx',
  ]) {
    const { status, json } = await send(`GET ${path}`, { token })
    t.equal(status, 404, path)
    t.equal(json.path, `/b/${id}${path}`)
  }
})

t.test('returns 404 for a path with an invalid or unknown board id (decision 55)', async (t) => {
  const { service, id } = await startBoard(t, await ownStore())
  const paths = [
    '/b',
    '/b/',
    '/b/default/api/v1/tasks',
    '/b/x/api/v1/tasks',
    `/b/${id.slice(1)}/api/v1/tasks`,
    `/b/${id}A/api/v1/tasks`,
    `/b/%20${id}/api/v1/tasks`,
    `/b/${'x'.repeat(5000)}/api/v1/tasks`,
    `/B/${id.toLowerCase()}x/api/v1/tasks`,
    `//b/${id}/api/v1/tasks`,
    `/b//${id}/api/v1/tasks`,
  ]
  for (const path of paths) {
    const { status, json } = await service.send(`GET ${path}`)
    t.equal(status, 404, path)
    t.equal(json.path, path)
  }
  t.equal((await service.send(`GET /b/${id}/api/v1/tasks/%E0`)).status, 400)
})

t.test('checks the board before token, body and method, but not for a preflight request (decision 55)', async (t) => {
  const { send } = await startService(t, await ownStore())
  const unknown = '/b/q1Vf0b5n0m8Yk2sX7dZ3wQ'
  for (const [request, options] of [
    [`GET ${unknown}/api/v2/tasks`, {}],
    [`POST ${unknown}/api/v1/tasks`, { headers: { 'content-type': 'application/json' }, body: '{' }],
    [`PATCH ${unknown}/api/v1/tasks`, {}],
    [`GET ${unknown}/nothing`, {}],
  ] as const) {
    const { status, json } = await send(request, options)
    t.equal(status, 404, request)
    t.equal(json.message, 'Board not found', request)
  }
  const headers = { origin: 'https://page.example', 'access-control-request-method': 'GET' }
  t.equal((await send(`OPTIONS ${unknown}/api/v1/tasks`, { headers })).status, 204)
})

t.test('common paths of documentation redirect to that of the board', async (t) => {
  const { service, id, send } = await startBoard(t, await ownStore())
  for (const path of ['/documentation', '/swagger-ui.html']) {
    for (const query of ['', '?urls.primaryName=buggy']) {
      const { status, headers } = await send(`GET ${path}${query}`)
      t.equal(status, 302, path)
      t.equal(headers.location, `/b/${id}/docs${query}`)
    }
  }
  for (const page of ['/docs', '/docs/']) {
    const html = String((await send(`GET ${page}`)).bytes)
    const [, initializer] = /src="([^"]*swagger-initializer\.js)"/.exec(html) ?? []
    const { pathname } = new URL(initializer as string, `http://localhost/b/${id}${page}`)
    const script = String((await service.send(`GET ${pathname}`)).bytes)
    for (const variant of ['v1', 'v2', 'buggy']) {
      t.match(script, `"/b/${id}/api/${variant}/openapi.json"`)
    }
    t.notMatch(script, '"/api/')
    t.notMatch(script, '/control/openapi.json')
  }
})

t.test('the documentation of a board leads only to its own documents', async (t) => {
  const { service, id, send } = await startBoard(t, await ownStore())
  for (const extension of ['json', 'yaml']) {
    const { status, headers } = await send(`GET /docs/${extension}`)
    t.strictSame([status, headers.location], [302, `/b/${id}/openapi.${extension}`])
    const ofDefault = await service.send(`GET /docs/${extension}`)
    t.equal(ofDefault.headers.location, `/openapi.${extension}`, 'the document is not rendered again')
  }
  t.equal((await send('GET /docs/static/index.html')).headers.location, `/b/${id}/docs/`)
  const script = '/docs/static/swagger-ui-bundle.js'
  const [withQuery, without] = [
    await send(`GET ${script}?/swagger-initializer.js`),
    await service.send(`GET ${script}`),
  ]
  t.ok(withQuery.bytes.equals(without.bytes), 'only the initializer is changed')
})

t.test('the documents of a board have an absolute server URL', async (t) => {
  for (const [publicUrl, host, origin] of [
    [undefined, 'board.example.org:8080', 'http://board.example.org:8080'],
    [undefined, '[::1]:3000', 'http://[::1]:3000'],
    ['https://example.org/api/practice', 'localhost', 'https://example.org/api/practice'],
  ] as const) {
    const { service, id, send } = await startBoard(t, { publicUrl, allowedHosts: ['board.example.org'] })
    for (const name of ['v1', 'v2', 'buggy']) {
      const url = `${origin}/b/${id}/api/${name}`
      const { json } = await send(`GET /api/${name}/openapi.json`, { headers: { host } })
      t.strictSame(json.servers, [{ url }])
      const newer = (await send(`GET /api/${name}/openapi-3.1.json`, { headers: { host } })).json
      t.match(newer, { openapi: '3.1.0', servers: [{ url }] })
      t.strictSame(newer.paths['/tasks'].post.responses[507], json.paths['/tasks'].post.responses[507])
      const ofDefault = (await service.send(`GET /api/${name}/openapi.json`)).json
      t.strictSame(Object.keys(json.paths), Object.keys(ofDefault.paths))
      const { responses } = json.paths['/tasks'].post
      const [refused] = Object.values<Json>(responses[400].content['application/json'].examples)
      t.equal(refused.value.path, `/b/${id}/api/${name}/tasks`)
      t.ok(responses[404], 'the board may be deleted')
      t.ok(responses[429] && responses[507])
      t.ok(responses[423], 'the class can be frozen')
      const { '/tasks': tasks, '/auth/login': login } = json.paths
      for (const operation of [tasks.get, ...(login ? [login.post] : [])]) {
        t.notOk(operation.responses[423], 'a frozen board allows it')
      }
      t.notOk(ofDefault.paths['/tasks'].post.responses[429], 'the default board has no quotas here')
    }
    for (const path of ['/openapi.json', '/openapi-3.1.json']) {
      const { json } = await send(`GET ${path}`, { headers: { host } })
      t.strictSame(json.servers, [{ url: `${origin}/b/${id}/api/v1` }], path)
    }
  }
})

t.test('refuses an invalid host if all hosts are allowed (decision 71)', async (t) => {
  const service = await startListening(t, { isLocal: false })
  const { id } = await createBoard(service)
  for (const host of [
    ...['a"b', "a'b", 'a b', 'a/b', 'user@host', 'a,b', '{}', 'a:b', 'a:99999'],
    `${id}.localhost/x`,
    `${id}.localhost,localhost`,
    `${id}%2elocalhost`,
  ]) {
    const { status, json } = await service.exchange(`GET /api/v1/tasks HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    t.equal(status, 400, host)
    t.equal(json.message, 'Request is not valid HTTP')
  }
})

t.test('the base URL of a request without a host has the address of the service', async (t) => {
  const service = await startListening(t, await ownStore())
  const { status, json } = await service.exchange(
    'POST /boards HTTP/1.1\r\nHost:\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  )
  t.strictSame([status, json.baseUrl], [201, `${service.origin}/b/${json.id}`])
})

t.test('ignores an invalid X-Forwarded-Proto header', async (t) => {
  const { send } = await startService(t, { trustProxy: true })
  for (const protocol of ['javascript', 'https://evil.example/?', 'ht"tp']) {
    const { status, json } = await send('POST /boards', { headers: { 'x-forwarded-proto': protocol } })
    t.equal(status, 201, protocol)
    t.equal(json.baseUrl, `http://localhost:80/b/${json.id}`)
  }
})

t.test('the error for malformed HTTP has the path with the prefix of the board', async (t) => {
  const service = await startListening(t, await ownStore())
  const { id } = await createBoard(service)
  const { status, json, headers } = await service.exchange(
    `POST /b/${id}/api/v1/tasks?x=1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
  )
  t.strictSame([status, json.path, headers['referrer-policy']], [400, `/b/${id}/api/v1/tasks`, 'no-referrer'])
})

t.test('the first entries of forwarded lists are those of the client, in any case and with any spaces', async (t) => {
  const { send } = await startService(t, { trustProxy: true, isLocal: false, creators: 'open' })
  for (const [protocol, host, origin, others = {}] of [
    ['https', 'board.example', 'https://board.example'],
    ['HTTPS', 'board.example:8443', 'https://board.example:8443'],
    ['https,http', 'board.example,internal:3000', 'https://board.example'],
    ['Https , http', ' board.example , internal ', 'https://board.example'],
    [', https, http', ',board.example', 'https://board.example'],
    ['http,https', '[2001:db8::1]:8080, internal', 'http://[2001:db8::1]:8080'],
    ['', '', 'http://localhost:80'],
    [' , ', ' , ', 'http://localhost:80'],
    // Other headers do not count: they would contradict these two.
    [
      'https',
      'board.example',
      'https://board.example',
      { 'x-forwarded-port': '3000', forwarded: 'proto=http;host=evil' },
    ],
  ] as const) {
    const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-host': host, ...others }
    const { json } = await send('POST /boards', { headers })
    t.equal(json.baseUrl, `${origin}/b/${json.id}`, `${protocol} ${host}`)
  }
})
