import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { connectBoards, startBoards } from '../../../src/commands/grade/boards.js'
import { defectTimeLimit } from '../../../src/commands/grade/grade.js'
import { runCommand } from '../../../src/commands/grade/run-command.js'
import type { Evidence } from '../../../src/commands/grade/types.js'
import { sample } from '../../kit/length.js'
import { longTest } from '../../kit/long-test.js'
import { CHECK_CREATE, gradeSuite, recordedProgress, startServer, TEMPLATES, writeSuite } from './suite.js'

/** Boards of a service in this process. */
const source = await startBoards(undefined)
t.teardown(() => source.close())

/** Counts the runs of a suite in a file. */
const COUNT_RUNS = `
  import { appendFileSync, readFileSync } from 'node:fs'
  appendFileSync(import.meta.filename + '.runs', '.')
  const runs = readFileSync(import.meta.filename + '.runs', 'utf8').length
`

const CONTROLS = Array(4).fill(undefined)

/** The order of four control runs and then two defects. */
const CONTROLS_FIRST = (limit: number) => (limit > 4 ? limit - 5 : limit - 1)

t.test('a failed run has found the defect, a passed run has missed it', async (t) => {
  const { progress, ends } = recordedProgress()
  const result = await gradeSuite(source, { command: writeSuite(t, CHECK_CREATE) }, { progress })
  t.match(result, {
    problem: null,
    score: { found: 1, total: 2, percent: 50 },
    byArea: { 'status-codes': { found: 1 }, summary: { found: 0 } },
    correctRuns: [{ isPassed: true, requests: 1 }, { isPassed: true }],
    defects: [
      {
        name: 'create-returns-200',
        outcome: 'found',
        evidence: { effect: 'response', requests: 1, first: { number: 1, method: 'POST', target: '/api/v1/tasks' } },
        run: { exitCode: 1, requests: 1 },
        output: /POST \/tasks returned 200/,
      },
      {
        name: 'summary-total-lacks-column',
        outcome: 'missed',
        evidence: null,
        rule: /totalTasks.*specification/,
        exposedBy: /summary/,
        run: { exitCode: 0 },
        output: null,
      },
    ],
    skipped: { length: 0 },
  })
  const found = ends.find(({ name }) => name === 'create-returns-200')
  t.match(found, { outcome: 'found', output: /POST \/tasks returned 200/ })
})

t.test('every run has an empty board, or one with the fixture, with the defect and a root of its own', async (t) => {
  const suite = `
    const { totalTasks } = await (await fetch(new URL('/api/v2/tasks', process.env.BASE_URL))).json().catch(() => ({}))
    const summary = await (await fetch(process.env.API_URL + '/tasks/summary')).json()
    console.log(process.argv[2], JSON.stringify(summary))
    ${CHECK_CREATE}
  `
  for (const [fixture, count] of [
    [undefined, 0],
    ['demo', 20],
  ] as const) {
    const source = await startBoards(fixture)
    const { progress, ends } = recordedProgress()
    const command = [...writeSuite(t, suite), '{apiUrl}']
    await gradeSuite(source, { command }, { progress })
    await source.close()
    t.equal(ends.length, 8)
    const urls = ends.map(({ output }) => output.split(' ')[0])
    t.equal(new Set(urls).size, 8, 'no run reaches the board of another one')
    for (const url of urls) t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const correct = ends.filter(({ name }) => ['correct-board', 'control-run'].includes(name))
    t.equal(correct.length, 6)
    for (const { output } of correct) t.match(output, `"totalTasks":${count}`)
    const defective = ends.find(({ name }) => name === 'summary-total-lacks-column')
    t.match(defective?.output, `"totalTasks":${count === 0 ? 0 : 13}`)
  }
})

t.test('with a running service, the jobs reuse as many boards as there are jobs, and delete them', async (t) => {
  const server = await startServer(t)
  const suite = `
    const summary = await (await fetch(process.env.API_URL + '/tasks/summary')).json()
    if (summary.totalTasks !== 0) throw new Error('The board is not empty')
    console.log(process.env.BASE_URL)
    ${CHECK_CREATE}
  `
  const { progress, ends } = recordedProgress()
  const source = server.source()
  const defects = ['create-returns-200', 'delete-returns-200', 'comment-returns-200', 'replace-returns-204']
  const options = { command: writeSuite(t, suite), defects, server: server.service.url }
  const result = await gradeSuite(source, options, { progress })
  t.match(result, { problem: null, server: server.service.url, score: { total: defects.length } })
  t.ok(result.defects.every(({ outcome, name }) => (outcome === 'found') === (name === 'create-returns-200')))
  t.ok(
    result.defects.every(({ run }) => run?.requests === 2),
    'requests are counted for each run',
  )
  const found = result.defects.find(({ outcome }) => outcome === 'found')
  t.equal(found?.evidence?.first.number, 2, 'the report names the request by its place in the run')
  const urls = new Set(ends.map(({ output }) => output.split('\n')[0]))
  t.ok(urls.size <= 2)
  for (const url of urls) t.ok(url?.startsWith(`${server.service.url}/b/`))
  t.equal((await server.boards()).length, urls.size)
  await source.close()
  t.strictSame(await server.boards(), [])
})

t.test('boards list the requests of a run with the numbers of the report, also of several pages', async (t) => {
  const server = await startServer(t)
  const remote = server.source()
  for (const from of [source, remote]) {
    for (const count of [3, 120]) {
      const board = await from.board(0, ['create-returns-200'])
      for (let index = 1; index < count; index++) await fetch(`${board.url}/api/v1/tasks?page=${index}`)
      const sent = { 'x-request-id': 'a-suite/creates', 'x-test-name': encodeURIComponent('creates a task – 100 %') }
      const headers = { 'content-type': 'application/json', ...sent }
      const body = JSON.stringify({ title: 'A task', status: 'TODO' })
      await fetch(`${board.url}/api/v1/tasks`, { method: 'POST', headers, body })
      const lines = (await board.listRequests()).split('\n')
      t.equal(lines.length, count + 1)
      t.equal(lines[0], 'GET /api/v1/tasks?page=1 (200, request 1 of the run)')
      const last = `POST /api/v1/tasks (200, request ${count} of the run, X-Request-Id a-suite/creates)`
      t.strictSame(lines.slice(-2), [last, ''])
      const { first } = (await board.readEvidence()) as Evidence
      t.equal(first.number, count)
      t.match(await board.readExchange(first), { request: { test: 'creates a task – 100 %' } })
      await fetch(`${board.url}/api/v1/tasks/summary`, { headers: { ...sent, 'x-test-name': '100 %' } })
      t.match(await board.readExchange({ ...first, number: count + 1 }), { request: { test: '100 %' } }, 'not encoded')
      t.equal(await board.readExchange(first), null, 'the log shows the latest request with an id')
      await board.release()
    }
  }
  await remote.close()
})

t.test('a failure after a 429 of a running service is not a found defect', async (t) => {
  const server = await startServer(t, {}, { BOARD_RATE: 20 })
  const suite = `
    const statuses = await Promise.all(Array.from({ length: Number(process.env.COUNT) }, async () => {
      return (await fetch(process.env.API_URL + '/tasks/summary')).status
    }))
    if (statuses.includes(429)) throw new Error('limited')
    process.env.COUNT
  `
  const options = { command: writeSuite(t, suite), jobs: 1, server: server.service.url }
  const result = await gradeSuite(server.source(), { ...options, templates: { ...TEMPLATES, COUNT: '60' } })
  t.match(result, { problem: 'limited', score: null, correctRuns: [{ isLimited: true }] })
  const later = `${COUNT_RUNS}${suite}
    if (runs > 6) for (let n = 0; n < 60; n++) if ((await fetch(process.env.API_URL + '/tasks/summary')).status === 429) process.exit(1)
  `
  const rest = { ...options, templates: { ...TEMPLATES, COUNT: '1' }, defects: ['summary'] }
  t.match(await gradeSuite(server.source(), { ...rest, command: writeSuite(t, later), random: CONTROLS_FIRST }), {
    score: { found: 0, total: 2 },
    defects: [{ outcome: 'error', repeated: 'no-proof' }, { outcome: 'error' }],
  })
  const command = writeSuite(t, later.replace('runs > 6', 'runs === 8'))
  const once = await gradeSuite(server.source(), { ...rest, command })
  t.match(once, { problem: null, score: { found: 0 } })
  t.ok(once.controlRuns.some(({ isLimited }) => isLimited))
  const always = writeSuite(t, later.replace('runs > 6', 'runs > 4'))
  t.match(await gradeSuite(server.source(), { ...rest, command: always }), { problem: 'limited', score: null })
})

longTest('a 429 of the limit of the address never counts, and delays the grade itself', async (t) => {
  const settings = { BOARDS: 'open', ADDRESS_RATE: 9 }
  const server = await startServer(t, { host: '0.0.0.0' }, settings)
  const suite = `${COUNT_RUNS}
    const send = async () => (await fetch(process.env.API_URL + '/tasks?status=DONE')).status
    await fetch(process.env.API_URL + '/tasks', { method: 'POST' })
    if ([7, 8, 13, 14].includes(runs)) for (let n = 0; n < 50; n++) if (await send() === 429) throw new Error('limited')`
  const source = server.source()
  const defects = ['create-returns-200', 'validation-returns-422']
  const options = { command: writeSuite(t, suite), jobs: 1, defects, random: CONTROLS_FIRST }
  t.match(await gradeSuite(source, { ...options, server: server.service.url }), {
    problem: null,
    score: { found: 0 },
    defects: [
      { outcome: 'error', run: { isLimited: true } },
      { name: 'validation-returns-422', outcome: 'error', evidence: { requests: 1 }, run: { isLimited: true } },
    ],
  })
  await source.close()
  await sleep(1000)
  t.strictSame(await server.boards(), [], 'no board is left')
})

t.test('a 429 counts even if the log of the board no longer contains it', async (t) => {
  const { service, token } = await startServer(t, {}, { BOARD_RATE: 5 })
  let tellSeen = () => {}
  const seen = new Promise<void>((resolve) => {
    tellSeen = resolve
  })
  const { arrayBuffer } = Response.prototype
  t.intercept(Response.prototype, 'arrayBuffer', {
    async value(this: Response) {
      const bytes = await arrayBuffer.call(this)
      if (String(Buffer.from(bytes)).includes('"status":429')) tellSeen()
      return bytes
    },
  })
  const source = connectBoards({ url: service.url, token, address: 'path', fixture: undefined, watchInterval: 1 })
  const board = await source.board(0, [])
  const send = async (path: string) => (await fetch(board.url + path)).status
  const statuses = await Promise.all(Array.from({ length: 9 }, () => send('/api/v1/tasks')))
  t.ok(statuses.includes(429))
  await seen
  // Unknown paths are not limited. The paths of a log take at most 256 KiB.
  const long = `/api/v1/${'x'.repeat(1100)}`
  for (let count = 0; count < 20; count++) await Promise.all(Array.from({ length: 20 }, () => send(long)))
  t.equal(await board.countRequests(), 409)
  t.equal(await board.wasLimited(), true)
  await board.release()
  const next = await source.board(0, [])
  t.equal(await next.wasLimited(), false, 'the next run has its own')
  await next.release()
  await source.close()
})

t.test('boards of a running service can be reached by their hosts', async (t) => {
  const server = await startServer(t)
  const source = server.source('host')
  // Node.js cannot resolve the host, so the suite sends it as a header.
  const suite = `
    import { get } from 'node:http'
    const { host } = new URL(process.env.API_URL)
    const request = get('${server.service.url}/api/v1/tasks', { headers: { host } })
    request.on('response', (response) => response.resume())
    console.log(host)
  `
  const { progress, ends } = recordedProgress()
  t.match(await gradeSuite(source, { command: writeSuite(t, suite) }, { progress }), { score: { found: 0 } })
  t.match(ends[0]?.output, /^[a-z2-7]{26}\.localhost:\d+$/m)
  await source.close()

  const without = await startServer(t, { host: '0.0.0.0', settings: { BOARDS: 'open', ADMIN_TOKEN: server.token } })
  const hosts = connectBoards({ url: without.service.url, token: undefined, address: 'host', fixture: undefined })
  await t.rejects(gradeSuite(hosts, { command: ['true'] }), { message: /have no hosts; use --address path/ })
  await hosts.close()
  t.strictSame(await without.boards(), [])
})

t.test('a suite that fails on a correct board has no score', async (t) => {
  const command = writeSuite(t, `${CHECK_CREATE}\nthrow new Error('Always')`)
  const result = await gradeSuite(source, { command })
  t.match(result, { problem: 'false-alarm', score: null, output: /Error: Always/, correctRuns: [{ requests: 1 }] })
  t.ok(result.defects.every(({ outcome, run }) => outcome === 'not-run' && run === null))
})

t.test('a passed run that got a changed response has reached the defect, but not asserted on it', async (t) => {
  const suite = `${CHECK_CREATE}
    await fetch(process.env.API_URL + '/tasks/' + (await response.json()).id, { method: 'DELETE' })
    await fetch(process.env.API_URL + '/tasks?status=TODO')`
  const defects = ['delete-returns-200', 'delete-leaves-gap', 'list-ignores-status']
  t.match(await gradeSuite(source, { command: writeSuite(t, suite), defects }), {
    defects: [
      {
        name: 'delete-returns-200',
        outcome: 'missed',
        reach: 'not-asserted',
        evidence: { first: { number: 2, method: 'DELETE', status: 200 } },
        exchange: { response: { status: 200 }, expected: { status: 204 }, difference: [{ at: 'status' }] },
      },
      { name: 'list-ignores-status', outcome: 'missed', evidence: null, reach: 'not-reached' },
      { name: 'delete-leaves-gap', outcome: 'missed', evidence: null },
    ],
  })
})

t.test('a run that fails although its defect changed nothing has not found it, and is repeated alone', async (t) => {
  const options = { jobs: 1, defects: ['list-ignores-status'] }
  const once = `${COUNT_RUNS}${CHECK_CREATE}\nif (runs === 3) throw new Error('A lack of luck')`
  const { progress, ends } = recordedProgress()
  const result = await gradeSuite(source, { ...options, command: writeSuite(t, once) }, { progress })
  t.match(result, {
    score: { found: 0 },
    defects: [{ outcome: 'missed', run: { isPassed: true }, earlierRun: { isPassed: false }, output: null }],
  })
  t.strictSame(
    ends.map(({ outcome }) => outcome),
    [undefined, undefined, 'unrelated', ...CONTROLS, 'missed', ...CONTROLS],
  )
  const always = `${COUNT_RUNS}${CHECK_CREATE}\nif (runs === 3 || runs === 8) throw new Error('A lack of luck')`
  t.match(await gradeSuite(source, { ...options, command: writeSuite(t, always) }), {
    score: { found: 0 },
    defects: [{ outcome: 'unrelated', evidence: null, output: /A lack of luck/ }],
  })
})

t.test('runs that disturb each other are noticed before the first defect, and have no score', async (t) => {
  const suite = `
    import { mkdirSync, rmdirSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const folder = import.meta.filename + (process.argv[2] ?? '') + '.results'
    mkdirSync(folder)
    process.once('exit', () => rmdirSync(folder))
    ${CHECK_CREATE}
    // The runs overlap.
    await sleep(1000)
  `
  const command = writeSuite(t, suite)
  const result = await gradeSuite(source, { command, run: runCommand, jobs: 2 })
  t.match(result, { problem: 'flaky', score: null, output: /EEXIST/ })
  t.ok(result.defects.every(({ outcome }) => outcome === 'not-run'))
  t.match(await gradeSuite(source, { command: [...command, '{job}'], run: runCommand, jobs: 2 }), {
    problem: null,
    correctRuns: [{ isPassed: true }, { isPassed: true }],
    score: { found: 1 },
  })
})

/** Sends a request, and asserts nothing. */
const REPLAY = `${COUNT_RUNS}
  import { existsSync, writeFileSync } from 'node:fs'
  const file = import.meta.filename
  const send = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"A","status":"TODO"}' }
  await fetch(process.env.API_URL + '/tasks', send)
`

/** How suites that assert nothing can choose the runs in which they fail. All pass in the first two. */
const CHEATS = {
  'the number of the run': 'const fails = runs > 2',
  'every second run': 'const fails = runs > 2 && runs % 2 === 0',
  'a file': "const fails = existsSync(file + '.b'); writeFileSync(file + (existsSync(file + '.a') ? '.b' : '.a'), '')",
  'the clock': `
    if (runs === 2) writeFileSync(file + '.time', String(performance.timeOrigin))
    const fails = runs > 2 && performance.timeOrigin > Number(readFileSync(file + '.time', 'utf8'))`,
}

t.test('a suite that asserts nothing has no score, however it chooses the runs in which it fails', async (t) => {
  for (const [name, cheat] of sample(Object.entries(CHEATS), 2)) {
    const { progress, ends } = recordedProgress()
    const command = writeSuite(t, `${REPLAY}${cheat}\nif (fails) throw new Error('Test A failed')`)
    const result = await gradeSuite(source, { command, jobs: 1 }, { progress })
    t.match(result, { problem: 'control-failed', score: null, output: /Test A failed/, bySeverity: {} }, name)
    t.ok(result.defects.every(({ outcome, run }) => outcome === 'not-run' && run === null))
    t.match(ends.at(-1), { name: 'control-run', outcome: undefined }, 'the first one that fails ends the grade')
    t.match(result.controlRuns.at(-1), { isPassed: false, exitCode: 1 })
  }
})

t.test('a suite cannot ask the service whether its board has defects', async (t) => {
  const suite = `${REPLAY}
    const { defects } = await (await fetch(process.env.BASE_URL + '/score')).json()
    const claim = { ...send, body: '{"defect":"create-returns-200"}' }
    const { verdict } = await (await fetch(process.env.BASE_URL + '/claims', claim)).json()
    const document = await (await fetch(process.env.API_URL + '/openapi.json')).text()
    if (defects.happened > 0 || verdict === 'right' || !document.includes('\\n')) process.exit(1)`
  const options = { command: writeSuite(t, suite), defects: ['create-returns-200', 'error-path-constant'] }
  t.match(await gradeSuite(source, options), { problem: null, score: { found: 0 } })
})

longTest('a suite that asserts nothing has no score in 20 grades, with random orders and two jobs', async (t) => {
  const chance = 'const fails = runs > 2 && Math.random() < 0.5'
  for (const cheat of [...Object.values(CHEATS), chance]) {
    for (let count = 0; count < 20; count++) {
      const command = writeSuite(t, `${REPLAY}${cheat}\nif (fails) process.exit(1)`)
      t.match(await gradeSuite(source, { command, defects: ['lists'], random: randomInt }), { score: null }, cheat)
    }
  }
})

t.test('a find whose output does not show the changed response is confirmed alone', async (t) => {
  for (const [message, expected] of [
    ["ENOENT: no such file or directory, open 'results/a.txt'", { outcome: 'missed', repeated: 'other-cause' }],
    ["Expected 'file of run A', received 'file of run B'", { outcome: 'missed', repeated: 'other-cause' }],
    ['POST /tasks: expected 201, received 200', { outcome: 'found', repeated: null, earlierRun: null }],
  ] as const) {
    const suite = `${REPLAY.replace('await fetch', 'const { status } = await fetch')}
      if (status === 200 && !existsSync(file + '.seen')) {
        writeFileSync(file + '.seen', '')
        console.log(${JSON.stringify(message)})
        process.exit(1)
      }`
    const result = await gradeSuite(source, { command: writeSuite(t, suite) })
    t.match(result, { problem: null, defects: [{ name: 'create-returns-200', ...expected }, { repeated: null }] })
  }
})

t.test('after a run that was disturbed, all finds are confirmed alone', async (t) => {
  const suite = `${COUNT_RUNS}${CHECK_CREATE}\nif (runs === 4) throw new Error('A lack of luck')`
  t.match(await gradeSuite(source, { command: writeSuite(t, suite), jobs: 1 }), {
    score: { found: 1 },
    defects: [
      { outcome: 'found', repeated: 'disturbed', earlierRun: { isPassed: false } },
      { outcome: 'missed', repeated: 'no-proof', earlierRun: { isPassed: false } },
    ],
  })
})

t.test('a suite that passes only once on a correct board is flaky, in whichever run', async (t) => {
  for (const [condition, expected] of [
    ['runs > 1', [true, false]],
    ['runs === 1', [false, true]],
  ] as const) {
    const suite = `${COUNT_RUNS}${CHECK_CREATE}\nif (${condition}) throw new Error('Not this time')`
    const result = await gradeSuite(source, { command: writeSuite(t, suite), jobs: 1 })
    t.match(result, { problem: 'flaky', score: null, output: /Not this time/ })
    t.strictSame(
      result.correctRuns.map(({ isPassed }) => isPassed),
      expected,
    )
  }
})

t.test('a suite that sends no request to the board is noticed', async (t) => {
  t.match(await gradeSuite(source, { command: ['true'] }), { problem: 'no-requests', score: null, output: null })
  t.match(await gradeSuite(source, { command: ['false'] }), { problem: 'false-alarm', output: '' })
})

t.test('a run that fails without a request has not found the defect', async (t) => {
  const suite = `${COUNT_RUNS}\nif (runs === 3 || runs === 8) throw new Error('The disk is full')\n${CHECK_CREATE}`
  const result = await gradeSuite(source, { command: writeSuite(t, suite), jobs: 1, defects: ['create-returns-200'] })
  t.match(result, { score: { found: 0, total: 1 }, defects: [{ outcome: 'error', run: { requests: 0 } }] })
})

t.test('a suite that does not end on a defective board has found the defect', async (t) => {
  const suite = `${CHECK_CREATE.replace('throw', 'setTimeout(() => {}, 300_000); 0 &&')}`
  const result = await gradeSuite(source, {
    command: writeSuite(t, suite),
    defects: ['create-returns-200'],
    timeLimit: 3,
    run: runCommand,
  })
  t.match(result, { score: { found: 1 }, defects: [{ outcome: 'found', run: { isTimedOut: true, isPassed: false } }] })
})

t.test('other runs have at most 30 seconds more than ten times the longest run before the first defect', async (t) => {
  const correctRuns = [{ seconds: 2 }, { seconds: 4 }, { seconds: 3 }]
  t.equal(defectTimeLimit(600, correctRuns), 70)
  t.equal(defectTimeLimit(20, correctRuns), 20)
})

t.test('a board that vanishes ends the grade, and its runs do not count', async (t) => {
  const server = await startServer(t)
  const source = server.source()
  const suite = `
    import { existsSync, writeFileSync } from 'node:fs'
    ${CHECK_CREATE}
    if (existsSync(import.meta.filename + '.second')) await new Promise((resolve) => setTimeout(resolve, 300_000))
    writeFileSync(import.meta.filename + '.second', '')
  `
  const command = writeSuite(
    t,
    suite.replace('if (existsSync', `await fetch(process.env.API_URL + '/tasks')\nif (existsSync`),
  )
  const grading = gradeSuite(source, { command, jobs: 1, timeLimit: 2, run: runCommand })
  const rejected = t.rejects(grading, {
    message: /^The board http:\S+ no longer exists: it was deleted, or it has expired/,
  })
  while (!existsSync(`${command[1]}.second`)) await sleep(10)
  for (const id of await server.boards()) await server.deleteBoard(id)
  await rejected
  await source.close()
})

t.test('a server that goes down ends the grade and reports the boards that are left', async (t) => {
  const server = await startServer(t)
  const source = server.source()
  const command = writeSuite(
    t,
    `${CHECK_CREATE}\nimport('node:fs').then((fs) => fs.writeFileSync(import.meta.filename + '.done', ''))`,
  )
  const grading = gradeSuite(source, { command, defects: ['all'] })
  const rejected = t.rejects(grading, { message: /^Cannot reach the server http:\S+: / })
  while (!existsSync(`${command[1]}.done`)) await sleep(10)
  await server.service.close()
  await rejected
  await t.rejects(source.close(), { message: /^Could not delete \d of the boards on http:\S+: Cannot reach/ })
})

t.test('an abort ends all runs and leaves no board', async (t) => {
  const server = await startServer(t)
  const source = server.source()
  const abort = new AbortController()
  const suite = `${COUNT_RUNS}${CHECK_CREATE}
    if (runs > 2) {
      appendFileSync(import.meta.filename + '.pids', process.pid + '\\n')
      setTimeout(() => {}, 300_000)
    }`
  const command = writeSuite(t, suite)
  const file = `${command[1]}.pids`
  const grading = gradeSuite(source, { command, defects: ['summary'], run: runCommand }, { signal: abort.signal })
  const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [])
  while (pids().length < 2) await sleep(10)
  abort.abort(new Error('Stop'))
  await t.rejects(grading, { message: 'Stop' })
  await source.close()
  t.strictSame(await server.boards(), [])
  for (const pid of pids()) t.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  await t.rejects(gradeSuite(source, { command }, { signal: abort.signal }), { message: 'Stop' })
})

t.test('a board that the server creates during an abort is deleted', async (t) => {
  const abort = new AbortController()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const isCreate = request.method === 'POST'
    if (isCreate) abort.abort(new Error('Stop'))
    const body = isCreate ? JSON.stringify({ id: 'x', ownerToken: 'y' }) : undefined
    setImmediate(() => response.writeHead(isCreate ? 201 : 204).end(body))
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const source = connectBoards({ url, token: undefined, address: 'path', fixture: undefined, signal: abort.signal })
  await t.rejects(source.board(0, []), { message: 'Stop' })
  await source.close()
  t.strictSame(requests, ['POST /boards', 'DELETE /boards/x'])
})

t.test('a server that fails temporarily is not reported as another program', async (t) => {
  const respond: Record<string, (response: ServerResponse) => void> = {
    unavailable: (response) => response.writeHead(503).end('{"message":"The store is not available"}'),
    limited: (response) => response.writeHead(429, { 'retry-after': '3600' }).end('{"message":"Too many requests"}'),
    broken: (response) => response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
  }
  const server = createServer(({ url = '' }, response) => respond[url.split('/')[1] ?? '']?.(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const gradeAt = (path: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`
    return gradeSuite(connectBoards({ url, token: undefined, address: 'path', fixture: undefined }), {
      command: ['true'],
    })
  }
  await t.rejects(gradeAt('unavailable'), { message: /does not list its defects: 503 The store is not available$/ })
  await t.rejects(gradeAt('limited'), { message: /does not list its defects: 429 Too many requests$/ })
  await t.rejects(gradeAt('broken'), { message: /^Cannot reach the server http/ })
})

t.test('an operation on a board that fails ends the grade', async (t) => {
  const defects = [{ name: 'a', area: 'lists', variants: ['v1'], operations: [], sets: ['all'] }]
  const replies: Record<string, [status: number, body: object]> = {
    'GET /defects': [200, { defects, sets: ['all'] }],
    'POST /boards': [201, { id: 'x', baseUrl: 'http://127.0.0.1:1/b/x', ownerToken: 'token' }],
    'DELETE /boards/x': [204, {}],
  }
  const server = createServer(({ method, url }, response) => {
    const [status, body] = replies[`${method} ${url}`] ?? [500, { message: 'An unexpected error occurred' }]
    response.writeHead(status, { 'x-request-id': '1' }).end(status === 204 ? undefined : JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const source = connectBoards({ url, token: undefined, address: 'path', fixture: undefined })
  await t.rejects(gradeSuite(source, { command: ['true'], defects: ['all'] }), {
    message: /^\w+ \/boards\/<id>\/\w+ failed: 500 An unexpected error occurred$/,
  })
})

t.test('a server that cannot be used is explained', async (t) => {
  const server = await startServer(t, {
    settings: { BOARDS: 'admin', ADMIN_TOKEN: 'a-secret-of-the-tests', BOARDS_MAX: 1 },
  })
  const connect = (url: string, token?: string) => connectBoards({ url, token, address: 'path', fixture: undefined })
  const { url } = server.service
  const command = ['true']
  await t.rejects(gradeSuite(connect(url), { command }), { message: /refuses to create boards: pass the token/ })
  await t.rejects(gradeSuite(connect(url, 'wrong'), { command }), {
    message: /refuses to create boards: the token is wrong/,
  })
  await t.rejects(gradeSuite(connect(`${url}/nowhere`), { command }), {
    message: /^There is no Task Board Service with defects at http.*\(GET \/defects returned 404\)/,
  })
  const abandoned = await server.source().board(0, [])
  await abandoned.release()
  await t.rejects(gradeSuite(server.source(), { command }), { message: /^The server did not create a board: 507 / })
  await server.service.close()
  await t.rejects(gradeSuite(connect(url), { command }), { message: /^Cannot reach the server .*ECONNREFUSED/ })
})
