import { once } from 'node:events'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { type FaultName, startTaskBoard, suggestTest, type TaskBoardOptions } from '../../../src/app/library/index.js'
import { TASK } from '../../kit/board.js'
import { listen } from '../../kit/listen.js'
import { refusesConnections } from '../../kit/process.js'

/** The names of the type `FaultName`. The type requires every one. */
const FAULT_NAMES: Record<FaultName, true> = {
  'slow-response': true,
  'server-error': true,
  'search-case': true,
  'missing-fields': true,
  pagination: true,
  'date-mix': true,
  'wrong-status': true,
  unavailable: true,
  'rate-limited': true,
  'html-error': true,
  'malformed-json': true,
  'wrong-content-type': true,
  'empty-response': true,
  'truncated-body': true,
  'slow-body': true,
  'connection-reset': true,
  'lost-response': true,
  'stale-read': true,
  'duplicate-item': true,
  overload: true,
}

async function start(t: Test, options: TaskBoardOptions = {}) {
  const service = await startTaskBoard(options)
  t.teardown(() => service.close())
  return service
}

function post(url: string, json: object, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
  })
}

async function totalAt(api: string): Promise<number> {
  const response = await fetch(`${api}/tasks/summary`)
  return ((await response.json()) as { totalTasks: number }).totalTasks
}

t.test('starts an empty service at a free port, and stops it', async (t) => {
  const listeners = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')
  const service = await startTaskBoard()
  t.match(service.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  t.strictSame([service.port, service.apis.v2], [Number(new URL(service.url).port), `${service.url}/api/v2`])
  t.equal(await totalAt(service.apis.v1), 0)
  t.equal((await post(`${service.apis.v1}/tasks`, TASK)).status, 201)
  t.equal(process.listenerCount('SIGTERM') + process.listenerCount('SIGINT'), listeners, 'no signal handlers')
  await service.close()
  await service.close()
  t.ok(await refusesConnections(service.port))
})

t.test('services are independent of each other', async (t) => {
  const [one, two] = [await start(t), await start(t)]
  await post(`${one.apis.v1}/tasks`, TASK)
  t.equal(await totalAt(one.apis.v1), 1)
  t.equal(await totalAt(two.apis.v1), 0)
})

t.test('a service keeps its file when the program changes its working directory', async (t) => {
  const start = process.cwd()
  t.teardown(() => process.chdir(start))
  process.chdir(t.testdir({ other: {} }))
  const service = await startTaskBoard({ databaseUrl: 'sqlite:board.db' })
  t.teardown(() => service.close())
  process.chdir('other')
  t.equal((await post(`${service.apis.v1}/tasks`, TASK)).status, 201)
  t.equal((await fetch(`${service.url}/readyz`)).status, 200)
})

t.test('rates, seed, delay and demo data are options', async (t) => {
  const rates = Object.fromEntries(FAULTS.map(({ name }) => [name, 0]))
  const service = await start(t, { rates: { ...rates, 'server-error': 0.5 }, seed: 42, delay: [0, 0], demoData: true })
  const again = await start(t, { rates: { ...rates, 'server-error': 0.5 }, seed: 42, demoData: true })
  const statuses = async (api: string) => {
    const all = []
    for (let count = 0; count < 20; count++) all.push((await fetch(`${api}/tasks`)).status)
    return all
  }
  const drawn = await statuses(service.apis.buggy)
  t.strictSame([...new Set(drawn)].sort(), [200, 500])
  t.strictSame(await statuses(again.apis.buggy), drawn)
  t.equal(await totalAt(service.apis.v1), 20)
})

t.test('the type of fault names has every fault', async (t) => {
  t.strictSame(
    Object.keys(FAULT_NAMES),
    FAULTS.map(({ name }) => name),
  )
})

t.test('the clock decides when access tokens expire', async (t) => {
  let now = Date.parse('2026-03-02T08:30:00Z')
  const accounts = [{ username: 'ada', password: 'engine', role: 'ADMIN' }] as const
  const settings = { ACCESS_TOKEN_TTL: 7200 }
  const { apis } = await start(t, { clock: () => now, accessTokenTtl: 60, accounts, settings })
  const login = await post(`${apis.v2}/auth/login`, { username: 'ada', password: 'engine' })
  const { token } = (await login.json()) as { token: string }
  const me = () => fetch(`${apis.v2}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  t.equal((await me()).status, 200)
  now += 61_000
  t.equal((await me()).status, 403, 'an option comes before the setting of the same value')
})

t.test('other settings have the names of their environment variables', async (t) => {
  const { apis, board } = await start(t, { settings: { BOARDS_ONLY: true, BOARD_TASKS: 1 } })
  t.equal((await fetch(`${apis.v1}/tasks`)).status, 404)
  const mine = await board()
  t.equal((await post(`${mine.apis.v1}/tasks`, TASK)).status, 201)
  t.equal((await post(`${mine.apis.v1}/tasks`, TASK)).status, 507)
})

t.test('a removed setting has no effect, and causes a warning of the process', async (t) => {
  const warned = once(process, 'warning')
  await start(t, { settings: { BOARD_COMMENTS: 1 } })
  t.match(await warned, [{ message: /no effect: BOARD_COMMENTS$/ }])
})

t.test('creates private boards with a fixture and faults', async (t) => {
  const service = await start(t)
  const board = await service.board({ name: 'Ada', fixture: 'demo', faults: { script: [['server-error']] } })
  t.equal(board.url, `${service.url}/b/${board.id}`)
  t.equal(await totalAt(board.apis.v1), 20)
  t.equal(await totalAt(service.apis.v1), 0)
  t.equal((await fetch(`${board.apis.buggy}/tasks`)).status, 500)
  t.equal((await fetch(`${board.apis.buggy}/tasks`)).status, 200)
  await board.reset()
  t.equal(await totalAt(board.apis.v1), 0)
  await board.reset('demo')
  t.equal(await totalAt(board.apis.v1), 20)
  const authorization = `Bearer ${board.ownerToken}`
  t.equal((await fetch(`${service.url}/boards/${board.id}`, { headers: { authorization } })).status, 200)
  await board.delete()
  t.equal((await fetch(`${board.apis.v1}/tasks`)).status, 404)
})

t.test('a board can have a port of its own, whose root is the board', async (t) => {
  const service = await start(t)
  const board = await service.board({ ownPort: true })
  t.not(new URL(board.url).port, String(service.port))
  await post(new URL('/api/v1/tasks', board.url).href, TASK)
  t.equal(await totalAt(board.apis.v1), 1)
  t.equal(await totalAt(service.apis.v1), 0)
})

t.test('the administrator creates boards if others cannot', async (t) => {
  const settings = { BOARDS: 'admin', ADMIN_TOKEN: 'a-secret-of-the-tests' }
  const service = await start(t, { host: '0.0.0.0', settings })
  t.equal(service.url, `http://localhost:${service.port}`)
  t.equal((await post(`http://127.0.0.1:${service.port}/boards`, {})).status, 401)
  const board = await service.board({ ownPort: true })
  t.match(board.url, /^http:\/\/127\.0\.0\.1:\d+$/)
})

t.test('a board that cannot be created is an error, and leaves no board', async (t) => {
  const service = await start(t, { settings: { BOARDS_MAX: 1 } })
  await t.rejects(service.board({ fault: {} } as object), { message: "The option 'fault' of a board is unknown" })
  await t.rejects(service.board({ faults: { profile: 'unknown' } }), { message: /faults: .*"profile"/ })
  await service.board()
  await t.rejects(service.board(), { message: /^POST \/boards: .*507/ })
})

t.test('options that are not valid are refused', async (t) => {
  const cases: [options: object, message: RegExp][] = [
    [{ prot: 1 }, /^The option 'prot' is unknown$/],
    [{ settings: { PROT: 1 } }, /^The setting 'PROT' is unknown$/],
    [{ port: 70_000 }, /^PORT must be an integer between 0 and 65535$/],
    [{ rates: { 'server-error': 2 } }, /^FAULT_RATES must give 'server-error' a rate between 0 and 1$/],
    [{ delay: 5 }, /^FAULT_DELAY must be two numbers of milliseconds, such as 2000-5000$/],
    [{ clock: 5 as never }, /^The option 'clock' must be a function$/],
    [{ delay: [2, 1] }, /^FAULT_DELAY must name the shorter delay first$/],
    [{ accounts: [] }, /^ACCOUNTS must be/],
    [{ databaseUrl: 'board.db' }, /^DATABASE_URL must be/],
  ]
  for (const [options, message] of cases) await t.rejects(startTaskBoard(options), { message })
  for (const options of [null, 5, 'sqlite::memory:', []]) {
    await t.rejects(startTaskBoard(options as object), { message: 'The options must be an object' })
  }
  await t.rejects(startTaskBoard({ settings: null as never }), { message: "The option 'settings' must be an object" })
})

t.test('a closed service creates no boards, and can be closed again', async (t) => {
  const service = await start(t)
  await t.rejects(service.board(null as never), { message: 'The options of a board must be an object' })
  const board = await service.board()
  await service.close()
  await t.rejects(board.reset(), { message: 'The service is closed' })
  await t.rejects(board.delete(), { message: 'The service is closed' })
  await t.rejects(service.board(), { message: 'The service is closed' })
  await service.close()
})

t.test('a port in use and an unusable database are errors', async (t) => {
  const { port } = await listen(t, createServer())
  await t.rejects(startTaskBoard({ port }), { code: 'EADDRINUSE' })
  await t.rejects(startTaskBoard({ databaseUrl: `sqlite:${t.testdir()}` }), { message: /Cannot use the database/ })
  const clock = () => {
    throw new Error('The clock is broken')
  }
  await t.rejects(startTaskBoard({ clock, demoData: true }), { message: 'The clock is broken' })
})

t.test('suggestTest() returns the test of a defect with its project, and explains what does not exist', async (t) => {
  t.match(
    suggestTest('list-ignores-status', { as: 'vitest', variant: 'v2', baseUrl: 'http://127.0.0.1:3001/api/v2' }),
    {
      file: 'the-filter-status-returns-only-tasks-with-this-status.test.mjs',
      code: /'http:\/\/127\.0\.0\.1:3001\/api\/v2'.*userToken/s,
      project: { 'package.json': /"vitest"/ },
      command: 'npx vitest run',
    },
  )
  t.match(suggestTest('list-ignores-status'), { code: /from 'node:test'.*\/api\/v1'/s, command: 'node --test' })
  t.throws(() => suggestTest('list-ignores-status', { as: 'perl' }), {
    message: /^There is no style 'perl'\. .*node-test, /,
  })
  t.throws(() => suggestTest('nothing'), { message: /^There is no defect 'nothing'/ })
})
