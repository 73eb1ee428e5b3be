import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import type { CheckRun } from '../../../src/commands/check/index.js'
import { listen } from '../../kit/listen.js'
import { BUILT_COMMANDS } from '../../kit/process.js'
import { check, service } from './run-check.js'

t.test('checks one variant by its base URL, and variants at base URLs of their own', async (t) => {
  const [one, two] = [await service.board(), await service.board()]
  const only = ['--only', 'summary', '--json']
  const cases: [args: string[], variants: string[]][] = [
    [[`${one.url}/api/v2/`], ['v2']],
    [['--v1', `${two.url}/api/v1`], ['v1']],
    [
      [`${one.url}/api/v1`, '--v2', `${two.url}/api/v2`],
      ['v1', 'v2'],
    ],
    [
      [one.url, '--buggy', `${two.url}/api/v1`],
      ['v1', 'v2', 'buggy'],
    ],
  ]
  for (const [args, variants] of cases) {
    const { code, stdout, stderr } = await check(t, ...args, ...only)
    t.strictSame({ code, stderr, variants: JSON.parse(stdout).variants }, { code: 0, stderr: '', variants })
  }
  t.match(await check(t, ...only), { code: 2, stderr: /The base URL is missing/ })
})

t.test('an implementation that passes gets a table and exit code 0', async (t) => {
  const { url } = await service.board()
  const { code, stdout, stderr } = await check(
    t,
    `${url}/`,
    '--only',
    'create/*',
    '--only',
    'login/',
    '--timeout',
    '5000',
  )
  t.match({ code, stderr }, { code: 0, stderr: '' })
  t.match(stdout, /\ncreate +█+ +(\d+)\/\1\nlogin +█+ +(\d+)\/\2\n/)
  t.match(stdout, /Required by the specification +\d+ passed, 0 failed/)
  t.match(stdout, 'v1, v2, buggy (current edition)')
  t.match(stdout, 'The implementation conforms to the specification.')
})

t.test('reports a breach of the specification with its rule and its request, and exits with code 1', async (t) => {
  const { url } = await service.board({ defects: ['create-returns-200'] })
  const { code, stdout, stderr } = await check(t, url, '--variant', 'v1', '--only', 'create/')
  t.match({ code, stderr }, { code: 1, stderr: '' })
  for (const line of [
    'Breaches of the specification',
    'v1 create/returns-201 (required, specification, section 4)',
    'POST /tasks returns 201.',
    `Request: POST ${url}/api/v1/tasks {"title":"A task","status":"TODO"}`,
    'Response: 200 {"id":',
    'Expected: {"status":201}',
    'Actual: {"status":200}',
  ]) {
    t.ok(stdout.includes(line), line)
  }
})

t.test('a difference from a decision alone is reported apart, with the exit code 0', async (t) => {
  const { url } = await service.board({ defects: ['location-missing'] })
  const { code, stdout } = await check(t, url, '--variant', 'v1', '--only', 'create/')
  t.equal(code, 0)
  t.match(stdout, /Different from the decisions[\s\S]*create\/location/)
  t.notMatch(stdout, 'Breaches')
  const required = await check(t, url, '--variant', 'v1', '--only', 'create/', '--level', 'required')
  t.notMatch(required.stdout, 'create/location')
})

t.test('--json writes the report', async (t) => {
  const { url } = await service.board({ defects: ['summary-total-lacks-column'] })
  const { code, stdout } = await check(t, url, '--variant', 'v1', '--only', 'summary/', '--json')
  t.equal(code, 1)
  const report = JSON.parse(stdout) as CheckRun
  t.match(report, {
    url,
    edition: 'current',
    variants: ['v1'],
    totals: { required: { failed: 1 }, decided: { passed: 0, failed: 0 } },
  })
  const failed = report.checks.filter(({ status }) => status === 'failed')
  t.match(failed, [
    { id: 'summary/totalTasks', expected: { totalTasks: 6 }, actual: { totalTasks: 3 }, level: 'required' },
  ])
  t.match(failed[0]?.exchanges.at(-1), { request: { method: 'GET' }, response: { status: 200 } })
})

t.test('--rates measures the faults of buggy', async (t) => {
  // The faults are those of the seed, and none takes time.
  const { url } = await service.board({ faults: { rates: { 'slow-response': 0 }, seed: 1 } })
  const { stdout } = await check(t, url, '--variant', 'buggy', '--only', 'summary/returns', '--rates', '20')
  t.match(stdout, /Rate of server-error +promised about 10\.0%, measured \d+ of 20/)
  t.notMatch(stdout, 'Breaches', '20 requests exclude no rate')
  // In v1, no faults occur.
  const never = await check(t, '--buggy', `${url}/api/v1`, '--only', 'summary/returns', '--rates', '100')
  t.match(never, { code: 1, stdout: 'The implementation does not conform to the specification.' })
})

t.test('a board with tasks is not touched without --yes', async (t) => {
  const { url } = await service.board()
  await fetch(`${url}/api/v1/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Keep me', status: 'TODO' }),
  })
  const refused = await check(t, url, '--variant', 'v1', '--only', 'summary/')
  t.match(refused, {
    code: 2,
    stdout: '',
    stderr: /The board has 1 task\. The checks delete all tasks: confirm with --yes$/,
  })
  const total = async () =>
    ((await (await fetch(`${url}/api/v1/tasks/summary`)).json()) as { totalTasks: number }).totalTasks
  t.equal(await total(), 1)
  t.match(await check(t, url, '--variant', 'v1', '--only', 'summary/', '--yes'), { code: 0 })
  t.equal(await total(), 0, 'the checks leave an empty board')
})

t.test('a board that does not show its tasks needs --yes', async (t) => {
  const { url } = await service.board({ defects: ['get-unknown-returns-null'] })
  const { code, stderr } = await check(t, url, '--variant', 'v2', '--only', 'summary/', '--admin', 'admin:wrong')
  t.match(
    { code, stderr },
    { code: 2, stderr: /^task-board-service: The tasks of v2 cannot be read: .*confirm with --yes$/s },
  )
})

t.test('accounts are given by flags', async (t) => {
  const { url } = await service.board()
  const flags = ['--variant', 'v2', '--only', 'login/username', '--yes']
  t.match(await check(t, url, ...flags, '--user', 'testuser:test123'), { code: 0 })
  for (const password of ['wrong', 'test123:more']) {
    t.match(await check(t, url, ...flags, '--user', `testuser:${password}`), { code: 1 }, password)
  }
})

t.test('an invalid command line exits with code 2', async (t) => {
  for (const [args, message] of [
    [[], 'The base URL is missing'],
    [['localhost:3000'], 'It must be an http or https URL without a user, query or fragment'],
    [['http://localhost', '--variant', 'v3'], 'Allowed choices are v1, v2, buggy.'],
    [['http://localhost', '--level', 'all'], 'Allowed choices are required, decided.'],
    [['http://localhost', '--edition', 'old'], 'Allowed choices are current, earlier.'],
    [['http://localhost', '--rates', '0'], 'It must be an integer of at least 1.'],
    [['http://localhost', '--timeout', '2147483648'], 'It must be an integer between 1 and 86400000.'],
    [['http://localhost', '--admin', 'admin'], 'It must have the form name:password.'],
    [['http://localhost', '--only', 'no-such-check'], "No check matches 'no-such-check'"],
  ] as [string[], string][]) {
    const { code, stderr } = await check(t, ...args)
    t.equal(code, 2, message)
    t.ok(stderr.includes(message), stderr)
  }
})

t.test('--list lists the checks without a server', async (t) => {
  const { code, stdout } = await check(t, '--list', '--only', 'summary/', '--level', 'required')
  t.equal(code, 0)
  t.match(stdout, /^summary\/returns-200 {2}GET \/tasks\/summary returns 200\. \(specification, section 4\)$/m)
  const listed = JSON.parse((await check(t, '--list', '--json', '--edition', 'earlier')).stdout)
  t.ok(listed.some(({ id }: { id: string }) => id === 'earlier/title-200'))
  t.notOk(listed.some(({ id }: { id: string }) => id === 'summary/returns-200'))
})

t.test('a server that has no tasks is described before the question', async (t) => {
  const server = createHttpServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<p>Hello'),
  )
  const { code, stderr } = await check(t, (await listen(t, server)).url)
  t.equal(code, 2)
  t.match(stderr, 'GET /api/v1/tasks returns 200 (text/html) without a list of tasks. If http://127.0.0.1:')
})

t.test('a report that cannot be written is an error', async (t) => {
  const { url } = await service.board()
  const failed = await check(t, url, '--variant', 'v1', '--only', 'summary/', '--json', '/dev/full')
  t.match(failed, { code: 1, stderr: /^task-board-service: Cannot write \/dev\/full: ENOSPC/ })
  t.match(failed.stdout, /^summary .*12\/12$/m, 'the result is printed all the same')
  const full = openSync('/dev/full', 'w')
  const child = spawn('node', [BUILT_COMMANDS, 'check', '--list'], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  const stderr = text(child.stderr as Readable)
  t.strictSame(await once(child, 'exit'), [1, null])
  t.match(await stderr, /^task-board-service: Cannot write to standard output: ENOSPC/)
})
