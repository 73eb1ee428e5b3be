import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { listen } from '../kit/listen.js'
import { longTest } from '../kit/long-test.js'
import { type ProcessOptions, run, startProcess } from '../kit/process.js'
import { runHere } from '../kit/run-here.js'

/** The environment of the health check: that of the container, without the flags of the service. */
const health = (t: Test, env: Record<string, string>) => runHere(t, 'health', { env })

for (const [title, options] of [
  ['PORT=0 and HOST=0.0.0.0', { isCovered: true, env: { PORT: '0', HOST: '0.0.0.0' } }],
  ['--port and --host', { args: ['--port', '0', '--host', '::1'], env: { PORT: '1', HOST: '127.0.0.1' } }],
] satisfies [string, ProcessOptions][]) {
  t.test(`process: health finds a service that listens with ${title}`, async (t) => {
    const env = { ...options.env, URL_FILE: `${t.testdir()}/url` }
    const service = await startProcess(t, { ...options, env })
    t.match(await health(t, env), { code: 0, stderr: '' })
    await service.stop()
    t.equal(existsSync(env.URL_FILE), false, 'the service deletes the file when it stops')
    t.equal((await health(t, env)).code, 1)
  })
}

longTest('process: health finds the service that has replaced another one with the same URL_FILE', async (t) => {
  const env = { PORT: '0', URL_FILE: `${t.testdir()}/url` }
  const first = await startProcess(t, { env })
  const second = await startProcess(t, { env })
  await second.waitForLog(({ msg }) => /^Documentation: /.test(msg))
  t.equal((await first.stop()).code, 0)
  t.match(await health(t, env), { code: 0, stdout: `${second.base}/readyz` })
})

longTest('process: health uses HOST and PORT if the service cannot write URL_FILE', async (t) => {
  // Reading the device would never end.
  for (const URL_FILE of [`${t.testdir()}/missing/url`, '/dev/full']) {
    const service = await startProcess(t, { isCovered: true, env: { URL_FILE } })
    t.match(await service.waitForLog(({ msg }) => msg === 'URL_FILE cannot be written'), { level: 40 })
    t.match(await health(t, { PORT: String(service.port), URL_FILE }), { code: 0, stdout: `${service.base}/readyz` })
    t.match(await health(t, { PORT: String(service.port) }), { code: 0 })
    t.equal((await service.stop()).code, 0)
  }
})

t.test('process: health fails if the service is not ready', async (t) => {
  const { port } = await listen(
    t,
    createServer((_, response) => void response.writeHead(503).end()),
  )
  const PORT = String(port)
  const { code, stderr } = await health(t, { PORT })
  t.equal(code, 1)
  t.match(stderr, `http://127.0.0.1:${PORT}/readyz returned 503`)
})

t.test('process: health refuses a PORT that is not valid', async (t) => {
  t.match(await health(t, { PORT: 'x' }), { code: 1, stderr: /PORT/ })
})

/** An unprivileged user for tests that run as root, for whom every folder is writable. */
const NOBODY = 65_534
const under = process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
const uid = under.length > 0 ? NOBODY : process.getuid?.()

t.test('process: says which user must own the folder of the database', async (t) => {
  const folder = `${t.testdir()}/data`
  mkdirSync(folder)
  const start = (file: string) => run(t, 'start', { under, env: { DATABASE_URL: `sqlite:${folder}/${file}` } })
  const advice = (path: string) =>
    `(uid ${uid}) may not write to ${path}: give it the folder (chown -R ${uid} ${folder})`

  writeFileSync(`${folder}/read-only.db`, '')
  chmodSync(`${folder}/read-only.db`, 0o444)
  chmodSync(folder, 0o555)
  for (const file of ['new.db', 'missing/new.db', 'read-only.db']) {
    const { code, stderr } = await start(file)
    t.equal(code, 1)
    t.ok(stderr.trimEnd().endsWith(advice(folder)), stderr)
  }
  chmodSync(folder, 0o777)
  const { code, stderr } = await start('read-only.db')
  t.equal(code, 1)
  t.ok(stderr.trimEnd().endsWith(advice(`${folder}/read-only.db`)), stderr)
})
