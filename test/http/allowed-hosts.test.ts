import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { serverUrl } from '../../src/http/base-url.js'
import { ADMIN_TOKEN } from '../kit/board.js'
import { expectError } from '../kit/expect-error.js'
import { ownStore, startService } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'

const LOCAL = [
  'localhost',
  'localhost:3000',
  'LocalHost',
  'localhost.',
  'localhost.:3000',
  '127.0.0.1',
  '127.9.9.9:1',
  '[::1]:3000',
  '[0:0:0:0:0:0:0:1]',
]

const FOREIGN = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evillocalhost',
  'localhost..',
  '0.0.0.0:3000',
  '10.0.0.1',
  '[::]',
  '[2001:db8::1]:3000',
  'user@localhost',
  'localhost/',
  'localhost:99999',
  'a b',
]

const PATHS = ['/api/v1/tasks', '/api/v2/tasks', '/api/buggy/tasks', '/boards', '/metrics', '/docs', '/', '/nothing']

t.test('a service for this machine accepts the hosts of this machine (decision 75)', async (t) => {
  const { send } = await startService(t, await ownStore())
  for (const host of LOCAL) {
    t.equal((await send('GET /api/v1/tasks', { headers: { host } })).status, 200, host)
    t.equal((await send('POST /boards', { headers: { host } })).status, 201, host)
  }
})

t.test('a service for this machine accepts the hosts of boards (decision 75)', async (t) => {
  const { send } = await startService(t, await ownStore())
  const { id } = (await send('POST /boards')).json
  for (const [host, status] of Object.entries({ [`${id}.localhost:3000`]: 200, 'board.localhost': 404 })) {
    t.equal((await send('GET /livez', { headers: { host } })).status, status, host)
  }
})

t.test('a service for this machine refuses other hosts on every path with 421 (decision 75)', async (t) => {
  const { send } = await startService(t, await ownStore())
  for (const host of FOREIGN) {
    const message = `Host '${host}' is not allowed. To allow it, add it to ALLOWED_HOSTS`
    for (const path of PATHS) {
      expectError(t, await send(`GET ${path}`, { headers: { host } }), { status: 421, path, message })
    }
    const posted = await send('POST /boards', { headers: { host } })
    expectError(t, posted, { status: 421, path: '/boards', message })
  }
  t.equal((await send('GET /boards/default', { headers: { host: 'localhost' } })).status, 401, 'others are served')
})

t.test('accepts the host of PUBLIC_URL and the hosts of ALLOWED_HOSTS (decision 75)', async (t) => {
  const { send } = await startService(t, {
    publicUrl: 'https://Public.example:8443/board',
    allowedHosts: ['host.docker.internal', '.example.org', '10.0.0.1'],
  })
  const statusOf = async (host: string) => (await send('GET /api/v1/tasks', { headers: { host } })).status
  for (const host of [
    'public.example',
    'public.example:8443',
    'host.docker.internal:3000',
    'example.org',
    'a.example.org:3000',
    'A.B.example.org.',
    '10.0.0.1:3000',
    'localhost:3000',
  ]) {
    t.equal(await statusOf(host), 200, host)
  }
  for (const host of ['a.public.example', 'docker.internal', 'a.host.docker.internal', 'badexample.org', '10.0.0.2']) {
    t.equal(await statusOf(host), 421, host)
  }
})

t.test('health checks accept every host (decision 75)', async (t) => {
  const { send } = await startService(t, await ownStore())
  for (const path of ['/health', '/livez', '/readyz']) {
    t.equal((await send(`GET ${path}`, { headers: { host: '10.1.2.3:3000' } })).status, 200, path)
    t.equal((await send(`HEAD ${path}`, { headers: { host: '10.1.2.3:3000' } })).status, 200, path)
  }
})

t.test('a service for other machines accepts every host, unless ALLOWED_HOSTS is set (decision 75)', async (t) => {
  const options = { isLocal: false, adminToken: ADMIN_TOKEN }
  const open = await startService(t, options)
  const limited = await startService(t, { ...options, allowedHosts: ['board.example'] })
  for (const [host, status] of Object.entries({ 'board.example': 200, localhost: 200, 'evil.example': 421 })) {
    t.equal((await open.send('GET /api/v1/tasks', { headers: { host } })).status, 200, host)
    t.equal((await limited.send('GET /api/v1/tasks', { headers: { host } })).status, status, host)
  }
  for (const host of ['a b', 'a b', 'board.example']) {
    const status = host === 'a b' ? 400 : 200
    t.equal((await open.send('GET /api/v1/tasks', { headers: { host } })).status, status, host)
  }
})

t.test('the forwarded host counts only if the proxy is trusted (decision 75)', async (t) => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'board.example' }
  const swapped = { host: 'board.example', 'x-forwarded-host': 'evil.example' }
  for (const trustProxy of [false, true]) {
    const { send } = await startService(t, { trustProxy, allowedHosts: ['board.example'] })
    t.equal((await send('GET /api/v1/tasks', { headers })).status, trustProxy ? 200 : 421)
    t.equal((await send('GET /api/v1/tasks', { headers: swapped })).status, trustProxy ? 421 : 200)
  }
})

t.test('of several forwarded hosts, the first and that of the proxy must be allowed (decision 75)', async (t) => {
  for (const [forwarded, status] of [
    ['board.example, inner.example', 200],
    ['evil.example, board.example', 421],
    ['board.example, evil.example', 421],
    ['board.example, evil.example, inner.example', 200],
  ] as const) {
    for (const trustProxy of [false, true]) {
      const { send } = await startService(t, { trustProxy, allowedHosts: ['board.example', 'inner.example'] })
      const headers = { host: 'inner.example', 'x-forwarded-host': forwarded }
      t.equal((await send('GET /api/v1/tasks', { headers })).status, trustProxy ? status : 200, forwarded)
    }
  }
})

t.test('accepts requests without a host, which no browser sends (decision 75)', async (t) => {
  const { exchange, origin } = await startListening(t, await ownStore())
  t.equal((await exchange('GET /api/v1/tasks HTTP/1.0\r\n\r\n')).status, 200)
  const { json } = await exchange('GET /api/v1/openapi.json HTTP/1.0\r\n\r\n')
  t.strictSame(json.servers, [{ url: `${origin}/api/v1` }], 'the URLs in responses have the address of the connection')
  const overIpv6 = { host: '', originalUrl: '/', raw: { headers: {} }, socket: { localAddress: '::1', localPort: 80 } }
  t.equal(serverUrl(overIpv6 as unknown as FastifyRequest, undefined), 'http://[::1]:80')
  t.equal((await exchange('GET /api/v1/tasks HTTP/1.0\r\nHost: evil.example\r\n\r\n')).status, 421)
  t.equal((await exchange('GET /api/v1/tasks HTTP/1.1\r\n\r\n')).status, 400, 'HTTP/1.1 requires a Host header')
  const pipelined =
    'GET /api/v1/tasks HTTP/1.1\r\nHost: localhost\r\n\r\nGET /boards HTTP/1.1\r\nHost: evil.example\r\n\r\n'
  const connection = await (await startListening(t, await ownStore())).connect()
  connection.write(pipelined)
  t.equal((await connection.response())?.status, 200)
  t.equal((await connection.response())?.status, 421, 'every request of a connection is checked')
})
