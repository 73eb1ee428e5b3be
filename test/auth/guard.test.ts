import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { DEFAULT_ACCOUNTS } from '../../src/auth/accounts.js'
import { auth } from '../../src/auth/index.js'
import { current } from '../../src/editions/current.js'
import { errorHandler } from '../../src/http/error-handler.js'
import { schemaController } from '../../src/http/schema-controller.js'
import { COMPONENTS } from '../../src/schemas/components.js'
import { openStore } from '../../src/store/open-store.js'
import { inVariant } from '../chaos/operations.js'
import { expectError } from '../expect-error.js'
import { multipart, type RequestOptions, startService } from '../helper.js'
import { JSON_TYPE, PROTECTED_OPERATIONS } from './helper.js'

t.test('the published document protects exactly the operations of the table', async (t) => {
  const { app } = await startService(t)
  const paths = Object.entries(app.documents.get('v2')?.document().paths ?? {})
  const operations = paths.flatMap(([path, item]) =>
    (['get', 'put', 'post', 'delete'] as const)
      .filter((method) => item?.[method]?.security?.length !== 0 && item?.[method] !== undefined)
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '1')}`),
  )
  t.strictSame(operations.sort(), [...PROTECTED_OPERATIONS].sort())
})

const INVALID_REQUESTS: [request: string, options?: RequestOptions][] = [
  ['GET /tasks/abc'],
  ['GET /tasks?size=0&sort=nothing'],
  ['POST /tasks', { json: {} }],
  ['POST /tasks', { body: '{"title":', headers: JSON_TYPE }],
  ['POST /tasks', { body: Buffer.from([0x22, 0xff, 0x22]), headers: JSON_TYPE }],
  ['POST /tasks', { body: 'title', headers: { 'content-type': 'text/plain' } }],
  ['POST /tasks', { body: JSON.stringify({ title: 'x'.repeat(2_000_000) }), headers: JSON_TYPE }],
  ['DELETE /tasks', { body: '{', headers: JSON_TYPE }],
  ['POST /tasks/x/attachments', multipart([{ name: 'wrong', fileName: 'a.txt', content: 'a' }])],
  ['POST /tasks/1/attachments', { body: '{}', headers: JSON_TYPE }],
  ['POST /auth/logout', { body: '{', headers: JSON_TYPE }],
]

t.test('a request without a valid token is 403 before its path and body are checked (decision 31)', async (t) => {
  const { send } = await startService(t)
  for (const [request, options] of INVALID_REQUESTS) {
    for (const token of [undefined, 'garbage']) {
      const reply = await send(inVariant('v2', request), { ...options, ...(token && { token }) })
      t.equal(reply.status, 403, `${request} with the token ${token}`)
    }
  }
})

t.test('a request with a token is validated, and unknown tasks are 404 (decision 31)', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login()
  t.equal((await send('GET /api/v2/tasks/abc', { token })).status, 400)
  t.equal((await send('POST /api/v2/tasks', { token, json: {} })).status, 400)
  t.equal((await send('GET /api/v2/tasks/1', { token })).status, 404)
})

t.test('a request without a token changes nothing and does not learn which tasks exist (decision 31)', async (t) => {
  const { send, createTask } = await startService(t)
  await createTask({ title: 'Stays' })
  const before = (await send('GET /api/v1/tasks')).json
  const json = { title: 'New', status: 'DONE', targetStatus: 'DONE', targetIndex: 0, text: 'New' }
  for (const operation of PROTECTED_OPERATIONS) {
    const options = /^(POST|PUT)/.test(operation) ? { json } : {}
    t.equal((await send(inVariant('v2', operation), options)).status, 403, operation)
  }
  t.strictSame((await send('GET /api/v1/tasks')).json, before)
  const [known, unknown] = [await send('GET /api/v2/tasks/1'), await send('GET /api/v2/tasks/2')]
  t.equal(known.json.message, unknown.json.message)
})

t.test('unknown paths are 404 and wrong methods 405, with any token or none (decision 31)', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login()
  for (const options of [{}, { token }, { token: 'garbage' }]) {
    for (const [request, status] of [
      ['GET /api/v2/nothing', 404],
      ['POST /api/v2/auth/register', 404],
      ['PATCH /api/v2/tasks/1', 405],
      ['GET /api/v2/auth/login', 405],
    ] as const) {
      const path = request.split(' ')[1] as string
      expectError(t, await send(request, options), { status, path })
    }
  }
})

t.test('a query that is not percent-encoded UTF-8 is 400 without a token (decision 47)', async (t) => {
  const { send } = await startService(t)
  const path = '/api/v2/tasks'
  expectError(t, await send(`GET ${path}?search=%FF`), { status: 400, path })
  expectError(t, await send(`GET ${path}?search=%`), { status: 400, path })
})

t.test('OPTIONS is 204 on every path of v2 without a token, and changes nothing (decision 42)', async (t) => {
  const { send, createTask } = await startService(t)
  await createTask()
  for (const path of ['/tasks', '/tasks/1', '/auth/me', '/nothing']) {
    const { status, headers } = await send(`OPTIONS /api/v2${path}`)
    t.strictSame([status, headers['access-control-allow-origin']], [204, '*'], path)
  }
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 1)
  t.notMatch((await send('PATCH /api/v2/tasks')).headers.allow, /OPTIONS/)
})

t.test('the role ADMIN is required to delete all tasks (decision 3)', async (t) => {
  const { send, login, createTask } = await startService(t)
  await createTask()
  await createTask()
  const path = '/api/v2/tasks'
  for (const [username, password] of [
    ['user', 'user123'],
    ['testuser', 'test123'],
  ] as const) {
    const { token } = await login(username, password)
    const expected = { status: 403, path, message: 'The role ADMIN is required' }
    expectError(t, await send(`DELETE ${path}`, { token }), expected)
    expectError(t, await send(`DELETE ${path}`, { token, body: '{', headers: JSON_TYPE }), expected)
  }
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 2, 'nothing was deleted')
  const { token } = await login()
  t.equal((await send(`DELETE ${path}`, { token })).status, 204)
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 0)
})

t.test('every account reads and changes every task (decision 3)', async (t) => {
  const service = await startService(t)
  const owner = await service.login('user', 'user123')
  const other = await service.login('testuser', 'test123')
  const json = { title: 'Written by user', status: 'TODO' }
  const created = await service.send('POST /api/v2/tasks', { token: owner.token, json })
  t.equal(created.status, 201)
  const path = `/api/v2/tasks/${created.json.id}`
  t.strictSame((await service.send(`GET ${path}`, { token: other.token })).json, created.json)
  const changed = { title: 'Changed by testuser', status: 'DONE' }
  t.equal((await service.send(`PUT ${path}`, { token: other.token, json: changed })).status, 200)
  t.match((await service.send(`GET ${path}`, { token: owner.token })).json, changed)
  t.equal((await service.send(`DELETE ${path}`, { token: other.token })).status, 204)
})

/** A bare Fastify instance with the plugin and no routes. */
async function startBare(t: Test) {
  const app = Fastify({ schemaController })
  t.teardown(() => app.close())
  app.decorate('store', await openStore('sqlite::memory:'))
  app.decorateRequest('board', 'default')
  await app.register(errorHandler, { clock: Date.now })
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(auth, { edition: current, accounts: DEFAULT_ACCOUNTS, accessTokenTtl: 60, clock: Date.now })
  return app
}

t.test('the plugin protects every route that does not declare itself open', async (t) => {
  const app = await startBare(t)
  app.delete('/tasks', { schema: { operationId: 'deleteAllTasks' } }, async () => 'done')
  app.get('/plain', async () => 'secret')
  app.get('/declared', { schema: { security: [{ bearerAuth: [] }] } }, async () => 'secret')
  app.get('/open', { schema: { security: [] } }, async () => 'welcome')
  const statuses = await Promise.all(
    ['/plain', '/declared', '/open'].map(async (url) => (await app.inject(url)).statusCode),
  )
  t.strictSame(statuses, [403, 403, 200])
})

t.test('the plugin refuses to start without the operation that requires a role', async (t) => {
  const app = await startBare(t)
  await t.rejects(async () => app.ready(), { message: /deleteAllTasks/ })
})
