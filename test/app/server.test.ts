import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import t from 'tap'
import { lastingDatabase } from '../kit/database.js'
import type { Json } from '../kit/helper.js'
import { startProcess } from '../kit/process.js'

const TASK = { title: 'Survives', status: 'TODO' }

t.test('process: logs the URLs of the variants and the documentation, and starts with an empty board', async (t) => {
  const server = await startProcess(t)
  const messages = server.lines.map((line) => JSON.parse(line).msg)
  const paths = {
    'Task Board Service v1': '/api/v1',
    'Task Board Service v2': '/api/v2',
    'Task Board Service buggy': '/api/buggy',
    Documentation: '/docs',
  }
  for (const [name, path] of Object.entries(paths)) {
    t.ok(messages.includes(`${name}: ${server.base}${path}`), name)
  }
  t.equal((await server.send('GET /docs')).status, 200)
  t.match(await server.send('GET /api/v1/tasks'), { status: 200, json: { totalElements: 0 } })
  t.equal((await server.send('GET /api/v2/tasks')).status, 403)
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('process: offers the earlier edition with EDITION=earlier (decision 80)', async (t) => {
  const server = await startProcess(t, { env: { EDITION: 'earlier' } })
  const messages = server.lines.map((line) => JSON.parse(line).msg)
  t.ok(messages.includes(`Task Board Service v1 (earlier edition): ${server.base}/api/v1`))
  t.equal((await server.send('POST /api/v1/tasks', { json: { title: 'A task' } })).json.status, 'TODO')
  t.equal((await server.send('GET /api/v2/tasks')).status, 401)
})

t.test(
  'process: logs URLs that begin with PUBLIC_URL, and refuses other hosts, except those of ALLOWED_HOSTS (decision 75)',
  async (t) => {
    const statusOf = async (port: number, host: string) => {
      const sent = get({ port, host: '127.0.0.1', path: '/api/v1/tasks', headers: { host }, agent: false })
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    const { port, lines } = await startProcess(t, {
      env: { ALLOWED_HOSTS: 'board.example', PUBLIC_URL: 'https://tasks.example.org/board/' },
    })
    const messages = lines.map((line) => JSON.parse(line).msg)
    t.ok(messages.includes('Task Board Service v2: https://tasks.example.org/board/api/v2'))
    t.ok(messages.includes('Documentation: https://tasks.example.org/board/docs'))
    for (const host of ['localhost:3000', 'board.example', 'tasks.example.org']) {
      t.equal(await statusOf(port, host), 200, host)
    }
    t.equal(await statusOf(port, 'evil.example'), 421)
  },
)

t.test('process: a flag overrides its environment variable, and LOG_LEVEL=debug logs the faults', async (t) => {
  const env = { FAULT_SEED: '1', LOG_LEVEL: 'debug' }
  const server = await startProcess(t, { env, args: ['--fault-seed', '2'] })
  t.match(await server.waitForLog((line) => line.msg === 'fault plan'), { seed: 2, ordinal: 0 })
  await server.send('GET /api/buggy/tasks/summary')
  t.match(await server.waitForLog((line) => line.msg === 'faults drawn'), { level: 20, ordinal: 0 })
})

t.test('process: every line of the log is JSON, and requests have their id', async (t) => {
  const server = await startProcess(t, { isCovered: true })
  const found = await server.send('GET /api/v1/tasks?size=5')
  const refused = await server.send('GET /api/v2/tasks')
  for (const [url, reply] of Object.entries({ '/api/v1/tasks?size=5': found, '/api/v2/tasks': refused })) {
    const incoming = await server.waitForLog((line) => line.req?.url === url)
    t.match(incoming, { msg: 'incoming request', req: { method: 'GET' } })
    t.equal(incoming.reqId, reply.headers['x-request-id'])
    const completed = await server.waitForLog(
      (line) => line.msg === 'request completed' && line.reqId === incoming.reqId,
    )
    t.equal(completed.res.statusCode, reply.status)
  }
  const { stdout, stderr } = await server.stop()
  for (const line of stdout.trimEnd().split('\n')) t.type(JSON.parse(line).msg, 'string')
  t.equal(stderr, '')
})

t.test('process: the log contains no password and no token, even at level trace (decision 29)', async (t) => {
  const server = await startProcess(t, { env: { LOG_LEVEL: 'trace' } })
  const json = { username: 'testuser', password: 'test123' }
  const login = (await server.send('POST /api/v2/auth/login', { json })).json
  const second = (await server.send('POST /api/v2/auth/refresh', { json: { refreshToken: login.refreshToken } })).json
  await server.send('GET /api/v2/auth/me', { token: second.token })
  await server.send('POST /api/v2/auth/login', { json: { ...json, username: 5 } })
  await server.send('POST /api/v2/auth/logout', { token: login.token })
  const { stdout, stderr } = await server.stop()
  t.match(stdout, '/api/v2/auth/refresh', 'the requests are logged')
  const secrets = ['test123', login.token, login.refreshToken, second.token, second.refreshToken]
  for (const secret of secrets) t.notOk((stdout + stderr).includes(secret), `${secret.slice(0, 6)} is absent`)
})

t.test('process: tasks and tokens are valid after a restart with the same file (decision 30)', async (t) => {
  const env = { DATABASE_URL: `sqlite:${t.testdir()}/folder/that/is/new/board.db` }
  const first = await startProcess(t, { env })
  const created = await first.send('POST /api/v1/tasks', { json: TASK })
  const json = { username: 'admin', password: 'admin123' }
  const { token } = (await first.send('POST /api/v2/auth/login', { json })).json
  t.equal((await first.stop()).code, 0)
  const second = await startProcess(t, { env })
  t.strictSame((await second.send(`GET /api/v1/tasks/${created.json.id}`)).json, created.json)
  t.equal((await second.send('GET /api/v2/auth/me', { token })).status, 200)
})

t.test('process: reads the signing key and the accounts from files (decisions 29, 30)', async (t) => {
  const directory = t.testdir({
    key: `${'k'.repeat(40)}\n`,
    accounts: JSON.stringify([{ username: 'ada', password: 'engine-1843', role: 'ADMIN' }]),
  })
  const env = { JWT_SECRET_FILE: `${directory}/key`, ACCOUNTS_FILE: `${directory}/accounts` }
  const server = await startProcess(t, { env })
  const login = (username: string, password: string) =>
    server.send('POST /api/v2/auth/login', { json: { username, password } })
  t.equal((await login('ada', 'engine-1843')).status, 200)
  t.equal((await login('admin', 'admin123')).status, 401)
  const { stdout } = await server.stop()
  t.notMatch(stdout, 'engine-1843')
  t.notMatch(stdout, 'k'.repeat(40))
})

t.test('process: DEMO_DATA fills an empty board only once', async (t) => {
  const env = { DATABASE_URL: await lastingDatabase(t), DEMO_DATA: 'true' }
  const list = async (): Promise<Json> => {
    const server = await startProcess(t, { env })
    const { json } = await server.send('GET /api/v1/tasks?size=100')
    await server.stop()
    return json
  }
  const first = await list()
  t.ok(first.totalElements >= 15 && first.totalElements <= 25, `${first.totalElements} tasks are about 20`)
  const statuses = new Set(first.content.map(({ status }: Json) => status))
  t.strictSame([...statuses].sort(), ['DONE', 'IN_PROGRESS', 'TODO'], 'every column has tasks')
  t.strictSame(await list(), first, 'a restart adds no tasks')
})

/** Ends the thread that writes when the process gets SIGWINCH. */
const END_THREAD = "process.once('worker',(thread)=>process.on('SIGWINCH',()=>thread.terminate()))"

t.test('process: ends if the thread that writes ends, because nobody knows the outcome of its writes', async (t) => {
  const env = {
    NODE_OPTIONS: `--import=data:text/javascript,${END_THREAD}`,
    DATABASE_URL: `sqlite:${t.testdir()}/a.db`,
  }
  const server = await startProcess(t, { env })
  process.kill(server.pid, 'SIGWINCH')
  // The thread may have ended already.
  const sent = server
    .send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' }, unchecked: true })
    .catch(() => {})
  const { err } = await server.waitForLog(({ level }) => level === 60)
  t.match(err, { message: /^The thread that writes ended with exit code 1$/ })
  await sent
  t.equal((await server.stop('SIGWINCH')).code, 1)
})
