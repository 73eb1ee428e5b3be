import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import t from 'tap'
import { startProcess } from '../kit/process.js'

t.test('process: logs the URLs of the variants, and every request as JSON without secrets (decision 29)', async (t) => {
  const server = await startProcess(t, { isCovered: true, env: { LOG_LEVEL: 'trace' } })
  const { send } = server
  const messages = server.lines.map((line) => JSON.parse(line).msg)
  const paths = {
    'Task Board Service v1': '/api/v1',
    'Task Board Service v2': '/api/v2',
    'Task Board Service buggy': '/api/buggy',
    Documentation: '/docs',
  }
  for (const [name, path] of Object.entries(paths)) t.ok(messages.includes(`${name}: ${server.base}${path}`), name)
  t.equal((await send('GET /docs')).status, 200)
  const found = await send('GET /api/v1/tasks?size=5')
  t.match(found, { status: 200, json: { totalElements: 0 } }, 'the board is empty')
  const refused = await send('GET /api/v2/tasks')
  t.equal(refused.status, 403)
  for (const [url, reply] of Object.entries({ '/api/v1/tasks?size=5': found, '/api/v2/tasks': refused })) {
    const incoming = await server.waitForLog(({ msg, req }) => msg === 'incoming request' && req?.url === url)
    t.match(incoming, { reqId: reply.headers['x-request-id'], req: { method: 'GET' } })
    const completed = await server.waitForLog(
      ({ msg, reqId }) => msg === 'request completed' && reqId === incoming.reqId,
    )
    t.equal(completed.res.statusCode, reply.status)
  }

  const json = { username: 'testuser', password: 'test123' }
  const login = (await send('POST /api/v2/auth/login', { json })).json
  const second = (await send('POST /api/v2/auth/refresh', { json: { refreshToken: login.refreshToken } })).json
  await send('GET /api/v2/auth/me', { token: second.token })
  await send('POST /api/v2/auth/login', { json: { ...json, username: 5 } })
  await send('POST /api/v2/auth/logout', { token: login.token })
  const { code, stdout, stderr } = await server.stop()
  t.strictSame([code, stderr], [0, ''])
  for (const line of stdout.trimEnd().split('\n')) t.type(JSON.parse(line).msg, 'string')
  t.match(stdout, '/api/v2/auth/refresh', 'the requests are logged')
  const secrets = ['test123', login.token, login.refreshToken, second.token, second.refreshToken]
  for (const secret of secrets) t.notOk(stdout.includes(secret), `${secret.slice(0, 6)} is absent`)
})

t.test('process: flags, variables and files are settings (decisions 29, 30, 75 and 80)', async (t) => {
  const directory = t.testdir({
    key: `${'k'.repeat(40)}\n`,
    accounts: JSON.stringify([{ username: 'ada', password: 'engine-1843', role: 'ADMIN' }]),
  })
  const env = {
    ...{ EDITION: 'earlier', LOG_LEVEL: 'debug', FAULT_SEED: '1' },
    ...{ ALLOWED_HOSTS: 'board.example', PUBLIC_URL: 'https://tasks.example.org/board/' },
    ...{ JWT_SECRET_FILE: `${directory}/key`, ACCOUNTS_FILE: `${directory}/accounts` },
  }
  const server = await startProcess(t, { env, args: ['--fault-seed', '2'] })
  const messages = server.lines.map((line) => JSON.parse(line).msg)
  t.ok(messages.includes('Task Board Service v1 (earlier edition): https://tasks.example.org/board/api/v1'))
  t.ok(messages.includes('Documentation: https://tasks.example.org/board/docs'))
  const statusOf = async (host: string) => {
    const sent = get({ port: server.port, host: '127.0.0.1', path: '/api/v1/tasks', headers: { host }, agent: false })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  for (const host of ['localhost:3000', 'board.example', 'tasks.example.org']) t.equal(await statusOf(host), 200, host)
  t.equal(await statusOf('evil.example'), 421)

  t.match(await server.waitForLog((line) => line.msg === 'fault plan'), { seed: 2, ordinal: 0 }, 'the flag counts')
  await server.send('GET /api/buggy/tasks/summary')
  t.match(await server.waitForLog((line) => line.msg === 'faults drawn'), { level: 20, ordinal: 0 })

  t.equal((await server.send('GET /api/v2/tasks')).status, 401, 'of the earlier edition')
  const login = (username: string, password: string) =>
    server.send('POST /api/v2/auth/login', { json: { username, password } })
  t.equal((await login('ada', 'engine-1843')).status, 200)
  t.equal((await login('admin', 'admin123')).status, 401)
  const { stdout } = await server.stop()
  for (const secret of ['engine-1843', 'k'.repeat(40)]) t.notMatch(stdout, secret)
})
