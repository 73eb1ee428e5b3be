import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { connectBoards } from '../../../src/commands/grade/boards.js'
import { runCommand } from '../../../src/commands/grade/run-command.js'
import type { Evidence } from '../../../src/commands/grade/types.js'
import { listen } from '../../kit/listen.js'
import { source } from './source.js'
import { CHECK_CREATE, COUNT_RUNS, gradeSuite, recordedProgress, startServer, writeSuite } from './suite.js'

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
  const areCounted = result.defects.every(({ run }) => run?.requests === 2)
  t.ok(areCounted, 'requests are counted for each run')
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
      t.strictSame([lines.length, lines[0]], [count + 1, 'GET /api/v1/tasks?page=1 (200, request 1 of the run)'])
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
  })
  const { url } = await listen(t, server)
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
  const { url } = await listen(t, server)
  const gradeAt = (path: string) => {
    return gradeSuite(connectBoards({ url: `${url}/${path}`, token: undefined, address: 'path', fixture: undefined }), {
      command: ['true'],
    })
  }
  await t.rejects(gradeAt('unavailable'), { message: /does not list its defects: 503: The store is not available$/ })
  await t.rejects(gradeAt('limited'), { message: /does not list its defects: 429: Too many requests$/ })
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
  const { url } = await listen(t, server)
  const source = connectBoards({ url, token: undefined, address: 'path', fixture: undefined })
  await t.rejects(gradeSuite(source, { command: ['true'], defects: ['all'] }), {
    message: /^\w+ \/boards\/<id>\/\w+ failed: 500: An unexpected error occurred$/,
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
  await t.rejects(gradeSuite(server.source(), { command }), { message: /^The server did not create a board: 507: / })
  await server.service.close()
  await t.rejects(gradeSuite(connect(url), { command }), { message: /^Cannot reach the server .*ECONNREFUSED/ })
})
