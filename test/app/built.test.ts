import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { multipart } from '../kit/helper.js'
import { repeat } from '../kit/length.js'
import { longTest } from '../kit/long-test.js'
import { run, startProcess } from '../kit/process.js'

const ROOT = join(import.meta.dirname, '../..')

/** How test runners replace globals, and whether the service starts before or after that: each once, then the other pairs. */
const FAKES = [
  ['mock timers of node:test', 'before'],
  ['time that stands still', 'after'],
  ['classes of another realm', 'before'],
  ['mock timers of node:test', 'after'],
  ['time that stands still', 'before'],
]

/** Covers the modules that are loaded lazily, because the build could miss them. */
t.test('process: the built service works', async (t) => {
  const server = await startProcess(t, { env: { DEMO_DATA: 'true' } })
  const { send } = server
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 20)
  t.match(String((await send('GET /metrics')).bytes), 'nodejs_eventloop_lag_seconds')
  t.match(String((await send('GET /docs/yaml')).bytes), /^openapi: /)
  t.equal((await send('GET /docs')).status, 200)
  const credentials = { username: 'admin', password: 'admin123' }
  const { token } = (await send('POST /api/v2/auth/login', { json: credentials })).json
  t.equal((await send('GET /api/v2/auth/me', { token })).status, 200)
  const { headers, body } = multipart([{ fileName: 'a', content: 'a' }])
  const upload = { method: 'POST', headers, body }
  t.equal((await fetch(`${server.base}/api/v1/tasks/1/attachments`, upload)).status, 201)
  t.equal((await send('POST /boards', { json: { fixture: 'demo' } })).status, 201)
  t.equal((await server.stop()).code, 0)
})

longTest('process: the built library works while a test runner fakes time and classes', async (t) => {
  for (const [kind = '', when = ''] of FAKES.slice(0, repeat(3, FAKES.length))) {
    const { stdout } = spawnSync(process.execPath, ['test/app/library/with-fakes.mjs', kind, when], {
      cwd: ROOT,
      // Without the modules of tap.
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      timeout: 30_000,
    })
    t.equal(stdout, '201 200 201 200 200 200\n', `${kind}, started ${when} it`)
  }
})

longTest('process: services in several workers of node:cluster have ports of their own', async (t) => {
  const options = { cwd: ROOT, env: { PATH: process.env.PATH }, encoding: 'utf8', timeout: 30_000 } as const
  const { stdout, stderr } = spawnSync(process.execPath, ['test/app/library/in-cluster.mjs'], options)
  t.strictSame({ stdout, stderr }, { stdout: '4 4\n4 4\n', stderr: '' })
})

longTest('process: a service of the library whose database another one serves logs the reason', async (t) => {
  const args = ['test/app/library/lost-database.mjs', `${t.testdir()}/board.db`]
  const options = { cwd: ROOT, env: { PATH: process.env.PATH }, encoding: 'utf8', timeout: 30_000 } as const
  const { stdout, stderr } = spawnSync(process.execPath, args, options)
  t.equal(stderr, '503\n201\n')
  t.match(stdout, /"msg":"Another process serves the database"/)
})

t.test('process: a limit of open files that is too low is explained in one line', async (t) => {
  for (const limit of [24, 28]) {
    const { code, stdout, stderr } = await run(t, 'start', { under: ['prlimit', `--nofile=${limit}`] })
    t.match({ code, stdout }, { code: 1, stdout: '' })
    t.match(
      stderr,
      /^task-board-service: EMFILE: too many open files, .*: raise the limit of open files \(ulimit -n 1024\)\n$/,
    )
  }
})

t.test('process: a command in a deleted folder says so', (t) => {
  const cwd = join(t.testdir({ gone: {} }), 'gone')
  // Without the modules of tap.
  const command = `rmdir ${cwd} && env -i ${process.execPath} ${join(ROOT, 'bin/task-board-service.js')} grade -- true`
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', timeout: 30_000 })
  t.equal(stderr, 'task-board-service: The current folder does not exist any more\n')
  t.equal(status, 1)
  t.end()
})

t.test('process: the command of a checkout without a build says how to build it', (t) => {
  const folder = t.testdir()
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const { status, stderr } = spawnSync(process.execPath, ['bin/task-board-service.js'], {
    cwd: folder,
    encoding: 'utf8',
  })
  t.equal(status, 1)
  t.equal(stderr, 'task-board-service: This checkout is not built: run npm ci && npm run build\n')
  t.end()
})
