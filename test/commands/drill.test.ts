import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { SECRETS } from '../../src/app/config-secrets.js'
import { classCommand } from '../../src/commands/class.js'
import { drill } from '../../src/commands/drill/command.js'
import { createServerBoard } from '../../src/commands/drill/server-board.js'
import { DRILL_VARIANTS } from '../../src/commands/drill/types.js'
import { grade } from '../../src/commands/grade/command.js'
import { DRILL_PROFILES } from '../../src/rules/client-habits/drill.js'
import { listen } from '../kit/listen.js'
import { runHere } from '../kit/run-here.js'
import { writeClient } from './drill/clients.js'
import { startServer } from './grade/suite.js'

/** A client that reads all pages, and does nothing else. */
const READER = `for (let page = 0; page < 10; page++) await send('GET', '/tasks?page=' + page + '&size=2').catch(() => {})
  console.log('all read', process.env.B === process.env.TASKS_URL)`

t.test('drill prints a table, and writes the other formats to files', async (t) => {
  const client = writeClient(t, READER)
  const file = join(t.testdirName, 'drill')
  const formats = [
    '--json',
    `${file}.json`,
    '--junit',
    `${file}.xml`,
    '--html',
    `${file}.html`,
    '--badge',
    `${file}.badge`,
  ]
  const options = [
    '--profile',
    'throttled',
    '--seed',
    '7',
    '--url-variable',
    'A',
    '--url-variable',
    'B',
    '--verbose',
    ...formats,
  ]
  const { code, stdout, stderr } = await runHere(t, 'drill', { args: [...options, '--', ...client] })
  t.equal(code, 0)
  t.match(stdout, /^Drill of a client\n.*profile throttled, seed 7.*exit code 0, 10 requests.*Score [\d.]+%/s)
  t.match(stderr, 'all read true')
  t.match(JSON.parse(readFileSync(`${file}.json`, 'utf8')), {
    profile: 'throttled',
    seed: 7,
    verdicts: [{ situation: /./ }],
  })
  t.match(readFileSync(`${file}.xml`, 'utf8'), /<testcase [^>]*pages-read/)
  t.match(readFileSync(`${file}.html`, 'utf8'), 'Drill of a client')
  t.match(JSON.parse(readFileSync(`${file}.badge`, 'utf8')), { label: 'client drill' })
})

t.test('the program that grade and drill judge gets the environment without secrets', async (t) => {
  const help = [grade(), drill(), classCommand(), ...classCommand().commands].map((command) =>
    command.helpInformation(),
  )
  const named = help.flatMap((text) => [...text.replace(/\s+/g, ' ').matchAll(/--token .*?\(env: ([A-Z_, ]+)\)/g)])
  const secrets = [
    ...named.flatMap(([, names = '']) => names.split(', ')),
    ...Object.values(SECRETS).flatMap(({ name }) => [name, `${name}_FILE`]),
    ...['DATABASE_URL', 'BOARD_PORT', 'PGPASSWORD', 'PGPASSFILE', 'PGSERVICEFILE', 'PGSSLKEY', 'PGUSER'],
  ]
  t.ok(['ADMIN_TOKEN', 'TRAINER_SECRET', 'JWT_SECRET', 'ACCOUNTS'].every((name) => secrets.includes(name)))
  const env = { PORT: '4000', ...Object.fromEntries(secrets.map((name) => [name, 'a-secret-of-the-tests'])) }
  const program = [process.execPath, '-e', 'console.log(JSON.stringify(process.env))']
  for (const [command, flags] of [
    ['grade', ['--defects', 'create-returns-200', '--env', 'PGHOST={host}']],
    ['drill', ['--url-variable', 'PGHOST']],
  ] as const) {
    const { stderr } = await runHere(t, command, { args: [...flags, '--verbose', '--', ...program], env })
    t.match(stderr, '"PORT":"4000"', 'everything else stays')
    t.match(stderr, /"PGHOST":"(http:\/\/)?127\.0\.0\.1/, 'what the user gives stays')
    t.notMatch(stderr, 'a-secret-of-the-tests', command)
  }
})

t.test('a score below the minimum has the exit code 4, and a client without requests 5', async (t) => {
  const client = writeClient(t, READER)
  const below = await runHere(t, 'drill', { args: ['--profile', 'throttled', '--min-score', '100', '--', ...client] })
  t.match(below, { code: 4, stdout: /below the minimum of 100%/ })
  const silent = await runHere(t, 'drill', { args: ['--', process.execPath, '-e', ''] })
  t.match(silent, { code: 5, stdout: /No score: the board received no requests/ })
})

t.test('a command line that is not valid has the exit code 2, and a command that does not exist 1', async (t) => {
  for (const [args, message] of [
    [[], /missing the command/],
    [['--profile', 'calm', '--', 'true'], /hostile, network, throttled/],
    [['--url-variable', 'A-B', '--', 'true'], /environment variable/],
    [['--variant', 'v2', '--profile', 'network', '--', 'true'], /--profile needs --variant buggy/],
    [['--min-score', '101', '--', 'true'], /between 0 and 100/],
    [['--token', 'a', '--', 'true'], /--token needs --server/],
    [['--server', 'http://127.0.0.1:1', '--variant', 'v2', '--', 'true'], /needs a service of its own/],
  ] as const) {
    t.match(await runHere(t, 'drill', { args: [...args] }), { code: 2, stderr: message })
  }
  t.match(await runHere(t, 'drill', { args: ['--', 'no-such-client'] }), {
    code: 1,
    stderr: /there is no such command/,
  })
})

t.test('--server and --token use a board of a service with equal faults, and delete it (decision 154)', async (t) => {
  const { service, token, boards } = await startServer(t)
  const client = writeClient(t, READER)
  const run = async (...more: string[]) => {
    const args = ['--profile', 'throttled', '--seed', '7', ...more, '--json', '--', ...client]
    const { code, stdout } = await runHere(t, 'drill', { args })
    t.equal(code, 0)
    return JSON.parse(stdout)
  }
  const [local, remote] = [await run(), await run('--server', `${service.url}/`, '--token', token)]
  t.match(local, { server: null, run: { requests: 10 } })
  t.match(remote, { server: service.url, run: { requests: 10, exitCode: 0 } })
  const outline = ({ score, goals, verdicts }: typeof local) => [
    score,
    goals,
    verdicts.map(({ situation, verdict, request, faults }: Record<string, unknown>) => [
      situation,
      verdict,
      request,
      faults,
    ]),
  ]
  t.strictSame(outline(remote), outline(local))

  const settings = { profile: 'throttled', seed: 7 } as const
  for (const [wasStopped, verdict] of [
    [true, 'not-shown'],
    [false, 'wrong'],
  ] as const) {
    const board = await createServerBoard({ url: service.url, token }, settings, new AbortController().signal)
    await fetch(`${board.apiUrl}/tasks?page=0&size=2`)
    const { verdicts } = await board.finish({ claimsSuccess: false, wasStopped })
    t.match(verdicts, [{ situation: 'retry-after', verdict }], 'the server judges how the program ended')
    await board.close()
  }
  t.strictSame(await boards(), [])
  const silent = ['--server', service.url, '--token', token, '--', process.execPath, '-e', '']
  t.match(await runHere(t, 'drill', { args: silent }), { code: 5, stdout: `Service  ${service.url}` })
})

t.test('a server that refuses the drill, or does not respond, is explained', async (t) => {
  const { service } = await startServer(t)
  const refused = await runHere(t, 'drill', { args: ['--server', service.url, '--token', 'wrong', '--', 'true'] })
  t.match(refused, { code: 1, stderr: /refuses to create boards: the token is wrong/ })
  const unreachable = await runHere(t, 'drill', { args: ['--server', 'http://127.0.0.1:1', '--', 'true'] })
  t.match(unreachable, { code: 3, stderr: /Cannot reach the server/ })
  for (const [status, message] of [
    [200, /has no drills: it is an older version/],
    [403, /PUT \/boards\/<id>\/exercise failed: 403/],
  ] as const) {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(String(request.method))
      const isCreate = request.method === 'POST'
      response.writeHead(isCreate ? 201 : status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isCreate ? { id: 'x', ownerToken: 'y', baseUrl: 'http://127.0.0.1:1/b/x' } : {}))
    })
    const { url } = await listen(t, server)
    const args = ['--server', url, '--', 'true']
    t.match(await runHere(t, 'drill', { args }), { code: 1, stderr: message })
    t.strictSame(requests, ['POST', 'PUT', 'DELETE'], 'the board is deleted')
  }
})

t.test('the profiles and variants of the command are those of the drill', async (t) => {
  const variant = drill().options.find(({ long }) => long === '--variant')
  t.strictSame(variant?.argChoices, [...DRILL_VARIANTS])
  const profile = drill().options.find(({ long }) => long === '--profile')
  t.strictSame(profile?.argChoices, [...DRILL_PROFILES])
})
