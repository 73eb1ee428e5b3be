import t from 'tap'
import { expectError } from '../kit/expect-error.js'
import { type Json, type Service, startService } from '../kit/helper.js'
import { expectRefusal, JSON_TYPE } from './refusal.js'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL', 'SEARCH']

const VARIANTS = ['v1', 'v2', 'buggy']

/** Returns the methods of every path in the published documents. */
async function publishedPaths(service: Service): Promise<Map<string, string[]>> {
  const paths = new Map<string, string[]>()
  for (const variant of VARIANTS) {
    const document: Json = (await service.send(`GET /api/${variant}/openapi.json`)).json
    for (const [template, operations] of Object.entries<Json>(document.paths)) {
      const path = new URL(document.servers[0].url).pathname + template.replace(/\{\w+\}/g, '1')
      const methods = Object.keys(operations).map((method) => method.toUpperCase())
      paths.set(path, methods.includes('GET') ? [...methods, 'HEAD'] : methods)
    }
  }
  return paths
}

t.test('returns 404 for an unknown path with any method, before the body is read (decisions 27, 51)', async (t) => {
  const service = await startService(t)
  const paths = [
    '/nothing',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v3/tasks',
    '/api/v1/Tasks',
    '/API/v1/tasks',
    '/api/v1//tasks',
    '/api/v1/tasks/',
    '/api/v1/tasks/1/nothing',
    '/api/v1/tasks/1/comments/1/more',
    '/api/v1/auth/login',
    '/api/buggy/auth/me',
    '/api/v2/nothing',
    '/api/v2/auth',
    '/favicon',
    '/.env',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      await t.test(`${method} ${path}`, async (t) => {
        const request = `${method} ${path}?query=1`
        await expectRefusal(t, service, { request, status: 404 })
        if (method === 'GET') return
        await expectRefusal(t, service, {
          request,
          options: { headers: JSON_TYPE, body: '{' },
          status: 404,
        })
        const image = { headers: { 'content-type': 'image/png' }, body: 'x' }
        await expectRefusal(t, service, { request, options: image, status: 404 })
      })
    }
  }
})

t.test('returns 405 with Allow for a wrong method on a published path (decision 27)', async (t) => {
  const service = await startService(t)
  const paths = await publishedPaths(service)
  t.ok(paths.size >= 3 * 8, `${paths.size} paths`)
  for (const [path, served] of paths) {
    for (const method of METHODS.filter((name) => !served.includes(name))) {
      await t.test(`${method} ${path}`, async (t) => {
        const reply = await service.send(`${method} ${path}?x=1`)
        t.equal(reply.status, 405)
        t.strictSame(reply.headers.allow?.split(', ').sort(), [...served].sort())
        if (method === 'HEAD') t.equal(reply.bytes.length, 0)
        else expectError(t, reply, { status: 405, path, message: new RegExp(`\\b${method}\\b`) })
      })
    }
  }
})

t.test('returns 405 with Allow for a wrong method on any other path (decision 27)', async (t) => {
  const service = await startService(t)
  const paths = ['/', '/health', '/livez', '/readyz', '/version', '/docs', '/openapi.json', '/openapi.yaml']
  for (const path of [...paths, ...VARIANTS.map((variant) => `/api/${variant}/openapi.json`)]) {
    for (const method of METHODS.filter((name) => name !== 'GET' && name !== 'HEAD')) {
      await t.test(`${method} ${path}`, async (t) => {
        const reply = await expectRefusal(t, service, { request: `${method} ${path}`, status: 405 })
        t.strictSame(reply.headers.allow?.split(', ').sort(), ['GET', 'HEAD'])
      })
    }
  }
})

t.test('returns 405 before the id and the body are validated (decision 27)', async (t) => {
  const service = await startService(t)
  for (const options of [
    { headers: JSON_TYPE, body: '{' },
    { headers: { 'content-type': 'image/png' }, body: 'x' },
    { headers: JSON_TYPE, body: 'x'.repeat(2_000_000) },
  ]) {
    await expectRefusal(t, service, { request: 'PATCH /api/v1/tasks/abc', options, status: 405 })
  }
})
