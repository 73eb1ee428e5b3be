import { readFileSync } from 'node:fs'
import t from 'tap'
import { EDITIONS } from '../../src/api/editions/index.js'
import { expectError } from '../kit/expect-error.js'
import { ownStore, startService } from '../kit/helper.js'

t.test('/health, /livez and /readyz return 200 while the service works', async (t) => {
  const service = await startService(t)
  for (const path of ['/health', '/livez', '/readyz']) {
    const reply = await service.send(`GET ${path}`)
    t.equal(reply.status, 200, path)
    t.strictSame(reply.json, { status: 'ok' }, path)
  }
})

t.test('/readyz returns 503 within two seconds if the database does not respond, and /livez returns 200', async (t) => {
  const { store } = await ownStore()
  const service = await startService(t, { store: { ...store, ping: () => new Promise(() => {}) } })
  const start = performance.now()
  expectError(t, await service.send('GET /readyz'), {
    status: 503,
    path: '/readyz',
    message: 'The store is not available, try again later',
  })
  t.ok(performance.now() - start < 2000)
  t.equal((await service.send('GET /livez')).status, 200)
})

t.test('/version returns the name and version of the package, and the edition', async (t) => {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const edition of EDITIONS) {
    const service = await startService(t, { edition })
    t.strictSame((await service.send('GET /version')).json, { name, version, edition: edition.name })
  }
})

t.test('health checks and documents need no token, and ignore a malformed one (decision 31)', async (t) => {
  const service = await startService(t)
  const headers = { authorization: 'Bearer nonsense' }
  for (const path of ['/health', '/livez', '/readyz', '/version', '/api/v2/openapi.json', '/openapi.json']) {
    t.equal((await service.send(`GET ${path}`, { headers })).status, 200, path)
  }
})
