import t from 'tap'
import { multipart, startService } from '../helper.js'
import { errorOf, inVariant, PROTECTED_OPERATIONS, statusOfMe } from './helper.js'

const JSON_TYPE = { 'content-type': 'application/json' }

t.test('section 5: the table of protected operations is that of the published document', async (t) => {
  const { app } = await startService(t)
  const paths = Object.entries(app.documents.get('v2')?.document().paths ?? {})
  const operations = paths.flatMap(([path, item]) =>
    (['get', 'put', 'post', 'delete'] as const)
      .filter((method) => item?.[method]?.security?.length !== 0 && item?.[method] !== undefined)
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '1')}`),
  )
  t.strictSame(operations.sort(), [...PROTECTED_OPERATIONS].sort())
})

t.test('decision 31: 403 comes before 400: path values, queries, bodies and media types', async (t) => {
  const { send } = await startService(t)
  const upload = multipart([{ name: 'wrong', fileName: 'a.txt', content: 'a' }])
  const cases: [request: string, options?: object][] = [
    ['GET /api/v2/tasks/abc'],
    ['GET /api/v2/tasks?size=0&sort=nothing'],
    ['POST /api/v2/tasks', { json: {} }],
    ['POST /api/v2/tasks', { body: '{"title":', headers: JSON_TYPE }],
    ['POST /api/v2/tasks', { body: Buffer.from([0x22, 0xff, 0x22]), headers: JSON_TYPE }],
    ['POST /api/v2/tasks', { body: 'title', headers: { 'content-type': 'text/plain' } }],
    ['POST /api/v2/tasks', { json: { title: 'x'.repeat(2_000_000), status: 'TODO' } }],
    ['PUT /api/v2/tasks/0', { json: {} }],
    ['DELETE /api/v2/tasks/1e0'],
    ['DELETE /api/v2/tasks', { body: '{', headers: JSON_TYPE }],
    ['POST /api/v2/tasks/x/reorder', { json: {} }],
    ['POST /api/v2/tasks/x/comments', { json: {} }],
    ['POST /api/v2/tasks/x/attachments', upload],
    ['POST /api/v2/tasks/1/attachments', { json: {} }],
    ['POST /api/v2/auth/logout', { body: '{', headers: JSON_TYPE }],
  ]
  for (const [request, options] of cases) {
    t.equal((await send(request, options)).status, 403, request)
    const withGarbage = { ...options, headers: { ...headersOf(options), authorization: 'Bearer garbage' } }
    t.equal((await send(request, withGarbage)).status, 403, `${request} with a wrong token`)
  }
})

function headersOf(options: { headers?: Record<string, string>; json?: unknown } = {}) {
  return { ...(options.json !== undefined && JSON_TYPE), ...options.headers }
}

t.test('decision 31: 403 comes before 404: no token tells whether a task exists', async (t) => {
  const { send, createTask } = await startService(t)
  const { id } = await createTask()
  const [existing, missing] = [
    await send(`GET /api/v2/tasks/${id}`),
    await send(`GET /api/v2/tasks/${id + 1}`),
  ]
  t.equal(existing.status, 403)
  t.equal(missing.status, 403)
  t.equal(existing.json.message, missing.json.message)
})

t.test('decision 31: what was refused with 403 changed nothing', async (t) => {
  const { send, createTask } = await startService(t)
  await createTask({ title: 'Stays' })
  const before = (await send('GET /api/v1/tasks')).json
  const json = { title: 'New', status: 'DONE', targetStatus: 'DONE', targetIndex: 0, text: 'New' }
  for (const operation of PROTECTED_OPERATIONS) {
    const withBody = /^(POST|PUT)/.test(operation)
    const { status } = await send(inVariant('v2', operation), withBody ? { json } : {})
    t.equal(status, 403, operation)
  }
  t.strictSame((await send('GET /api/v1/tasks')).json, before)
})

t.test('decision 31: with a token the same requests are 400 and 404', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login()
  t.equal((await send('GET /api/v2/tasks/abc', { token })).status, 400)
  t.equal((await send('POST /api/v2/tasks', { token, json: {} })).status, 400)
  t.equal((await send('GET /api/v2/tasks/1', { token })).status, 404)
})

t.test('decision 31: an unknown path is 404 for everybody', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login()
  const requests = [
    'GET /api/v2',
    'GET /api/v2/',
    'GET /api/v2/nothing',
    'POST /api/v2/auth',
    'POST /api/v2/auth/register',
    'GET /api/v2/tasks/1/comments/1/likes',
    'DELETE /api/v2/nothing',
  ]
  for (const request of requests) {
    const path = request.split(' ')[1] ?? ''
    for (const options of [{}, { token }, { token: 'garbage' }]) {
      const answer = await send(request, options)
      t.equal(answer.status, 404, request)
      t.match(answer.json, { status: 404, error: 'Not Found' })
      t.equal(answer.json.path, path)
    }
  }
  const malformed = await send('POST /api/v2/nothing', { body: '{', headers: JSON_TYPE })
  t.equal(malformed.status, 404, 'with malformed JSON')
})

t.test('decision 31: a wrong method on a known path is 405 for everybody', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login()
  const cases: [request: string, allowed: string[]][] = [
    ['PATCH /api/v2/tasks', ['DELETE', 'GET', 'HEAD', 'POST']],
    ['PATCH /api/v2/tasks/1', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['DELETE /api/v2/tasks/summary', ['GET', 'HEAD']],
    ['GET /api/v2/tasks/1/reorder', ['POST']],
    ['GET /api/v2/auth/login', ['POST']],
    ['PUT /api/v2/auth/refresh', ['POST']],
    ['GET /api/v2/auth/logout', ['POST']],
    ['DELETE /api/v2/auth/logout', ['POST']],
    ['POST /api/v2/auth/me', ['GET', 'HEAD']],
  ]
  for (const [request, allowed] of cases) {
    for (const options of [{}, { token }, { token: 'garbage' }]) {
      const answer = await send(request, options)
      t.equal(answer.status, 405, request)
      const allow = String(answer.headers.allow)
        .split(', ')
        .filter((method) => method !== 'OPTIONS')
      t.strictSame(allow.sort(), allowed, request)
    }
  }
})

for (const [username, password] of [
  ['user', 'user123'],
  ['testuser', 'test123'],
] as const) {
  t.test(`section 5, decision 3: ${username} may do everything but delete all tasks`, async (t) => {
    const { send, login, createTask } = await startService(t)
    const { token } = await login(username, password)
    await createTask({ title: 'Of somebody else' })
    const refused = await send('DELETE /api/v2/tasks', { token })
    t.equal(refused.status, 403)
    t.strictSame(refused.json, errorOf(403, 'Forbidden', 'The role ADMIN is required', '/api/v2/tasks'))
    t.equal((await send('GET /api/v2/tasks', { token })).json.totalElements, 1, 'nothing was deleted')
    t.equal((await send('DELETE /api/v2/tasks/1', { token })).status, 204)
  })
}

t.test('section 5: the role is asked for before the body is read', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login('user', 'user123')
  const answer = await send('DELETE /api/v2/tasks', { token, body: '{', headers: JSON_TYPE })
  t.equal(answer.status, 403)
})

t.test('section 4: the administrator deletes all tasks', async (t) => {
  const { send, login, createTask } = await startService(t)
  await createTask()
  const { token } = await login()
  const answer = await send('DELETE /api/v2/tasks', { token })
  t.equal(answer.status, 204)
  t.equal(answer.bytes.length, 0)
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 0)
})

t.test('decision 3: every account sees and changes every task', async (t) => {
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
  t.equal(await statusOfMe(service, owner.token), 200)
})
