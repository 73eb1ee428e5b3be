import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { multipart } from './helper.js'
import { startProcess } from './process.js'

const ROOT = join(import.meta.dirname, '..')

/** Covers the modules that are loaded lazily, because the build could miss them. */
t.test('process: the built service works', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.equal(status, 0, stderr)
  const server = await startProcess(t, { script: 'dist/cli.js', env: { DEMO_DATA: 'true' } })
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
