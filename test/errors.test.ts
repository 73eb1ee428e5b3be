import t from 'tap'
import { openStore } from '../src/store/open-store.js'
import { emptyDatabase } from './database.js'
import { type ExpectedError, expectError } from './expect-error.js'
import { type Json, NO_FAULTS, type RequestOptions, type Service, startService } from './helper.js'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL', 'SEARCH']
const VARIANTS = ['v1', 'v2', 'buggy']
const JSON_TYPE = { 'content-type': 'application/json' }

interface Case extends Omit<ExpectedError, 'path'> {
  request: string
  options?: RequestOptions
}

/** Sends a request and expects an error whose path is the request's, without the query. */
async function expectRefusal(t: Parameters<typeof expectError>[0], service: Service, one: Case) {
  const { request, options, ...expected } = one
  const path = (request.split(' ')[1] as string).replace(/[?#].*$/s, '')
  const reply = await service.send(request, options)
  expectError(t, reply, { ...expected, path })
  return reply
}

/** The methods of every path that the published documents describe. */
async function publishedPaths(service: Service): Promise<Map<string, string[]>> {
  const paths = new Map<string, string[]>()
  for (const variant of VARIANTS) {
    const document: Json = (await service.send(`GET /api/${variant}/openapi.json`)).json
    for (const [template, operations] of Object.entries<Json>(document.paths)) {
      const path = document.servers[0].url + template.replace(/\{\w+\}/g, '1')
      const methods = Object.keys(operations).map((method) => method.toUpperCase())
      paths.set(path, methods.includes('GET') ? [...methods, 'HEAD'] : methods)
    }
  }
  return paths
}

t.test('decision 27: the errors of every kind have the same shape', async (t) => {
  const service = await startService(t)
  const { token } = await service.login('user', 'user123')
  const rule = 'must be between 1 and 100 characters'
  const cases: Case[] = [
    {
      request: 'POST /api/v1/tasks?x=1',
      options: { json: { title: '', status: 'TODO' } },
      status: 400,
      message: 'Validation failed',
      errors: { title: `Title is required and ${rule}` },
    },
    { request: 'POST /api/v1/tasks', options: { headers: JSON_TYPE, body: '{' }, status: 400 },
    {
      request: 'POST /api/v2/auth/login?next=/x',
      options: { json: { username: 'admin', password: 'wrong' } },
      status: 401,
      message: 'Invalid username or password',
    },
    { request: 'GET /api/v2/tasks?page=0', status: 403 },
    { request: 'DELETE /api/v2/tasks', options: { token }, status: 403 },
    { request: 'GET /api/v1/tasks/999?x=%20', status: 404, message: 'Task not found with id: 999' },
    { request: 'GET /api/v1/nothing?x=/y', status: 404 },
    { request: 'PATCH /api/v1/tasks/1?x', status: 405 },
    {
      request: 'POST /api/v1/tasks',
      options: { headers: JSON_TYPE, body: `"${'x'.repeat(1_048_577)}"` },
      status: 413,
    },
    {
      request: 'POST /api/v1/tasks?',
      options: { headers: { 'content-type': 'text/plain' }, body: 'x' },
      status: 415,
      message: 'The request body must be sent as application/json',
    },
  ]
  for (const one of cases) {
    await t.test(`${one.request} ${one.status}`, async (t) => {
      await expectRefusal(t, service, one)
    })
  }
})

t.test('decision 28: the errors of several parts of a request come together', async (t) => {
  const service = await startService(t)
  await expectRefusal(t, service, {
    request: 'PUT /api/v1/tasks/0',
    options: { json: { title: '', status: 'x', labels: [''], checklistItems: [{ text: 'a' }, {}] } },
    status: 400,
    message: 'Validation failed',
    errors: {
      id: 'Id must be an integer between 1 and 9007199254740991',
      title: 'Title is required and must be between 1 and 100 characters',
      status: 'Status is required and must be one of TODO, IN_PROGRESS, DONE',
      'labels[0]': 'Labels item must be between 1 and 100 characters',
      'checklistItems[1].text': 'Text is required and must be between 1 and 200 characters',
    },
  })
})

t.test(
  'decision 27: an unknown route is 404 for any method and any body, before the body is read',
  async (t) => {
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
      '/api/v1/tasks/1/nothing',
      '/api/v1/tasks/1/comments/1/more',
      '/api/v1/auth/login',
      '/api/buggy/auth/me',
      '/api/v2/nothing',
      '/api/v2/auth',
      '/favicon.ico',
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
  },
)

t.test('decision 27: a wrong method on a published path is 405 with Allow', async (t) => {
  const service = await startService(t)
  const paths = await publishedPaths(service)
  t.ok(paths.size >= 3 * 8, 'the documents list the paths')
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

t.test('decision 27: a wrong method on the other paths is 405 with Allow', async (t) => {
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

t.test('decision 27: the summary is no task, so a wrong method on it is 405', async (t) => {
  const service = await startService(t)
  for (const variant of VARIANTS) {
    for (const method of ['DELETE', 'PUT', 'POST', 'PATCH']) {
      const request = `${method} /api/${variant}/tasks/summary`
      const json = { title: 'x', status: 'TODO' }
      const reply = await expectRefusal(t, service, { request, options: { json }, status: 405 })
      t.strictSame(reply.headers.allow?.split(', ').sort(), ['GET', 'HEAD'])
    }
  }
})

t.test('decision 27: 405 comes before the body and the id are looked at', async (t) => {
  const service = await startService(t)
  for (const options of [
    { headers: JSON_TYPE, body: '{' },
    { headers: { 'content-type': 'image/png' }, body: 'x' },
    { headers: JSON_TYPE, body: 'x'.repeat(2_000_000) },
  ]) {
    await expectRefusal(t, service, { request: 'PATCH /api/v1/tasks/abc', options, status: 405 })
  }
})

t.test('decision 31: unknown paths and wrong methods of v2 are 404 and 405 for everybody', async (t) => {
  const service = await startService(t)
  const { token } = await service.login('user', 'user123')
  const headers = { authorization: 'Bearer nonsense' }
  for (const options of [{}, { headers }, { token }]) {
    await expectRefusal(t, service, { request: 'GET /api/v2/nothing', options, status: 404 })
    await expectRefusal(t, service, { request: 'PATCH /api/v2/tasks/1', options, status: 405 })
    await expectRefusal(t, service, { request: 'PUT /api/v2/tasks', options, status: 405 })
    await expectRefusal(t, service, { request: 'GET /api/v2/auth/login', options, status: 405 })
  }
})

t.test('decision 27: an undecodable URL is 400, wherever it is undecodable', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const urls = [
    '/%',
    '/%ZZ',
    '/%ff',
    '/nothing/%C3',
    '/api/v1/tasks/%E0%A4%A',
    '/api/v1/tasks/%ff',
    `/api/v1/tasks/${id}/comments/%`,
    `/api/v1/tasks/${id}/attachments/%80`,
    '/api/v2/tasks/%',
    '/api/buggy/tasks/%ED%A0%80',
    '/api/v1/tasks?search=%',
    '/api/v1/tasks?search=%ff',
    '/api/v1/tasks?search=%ED%A0%80',
    '/api/v1/tasks?%zz=1',
  ]
  for (const url of urls) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      await t.test(`${method} ${url}`, async (t) => {
        await expectRefusal(t, service, { request: `${method} ${url}`, status: 400 })
      })
    }
  }
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 1)
})

t.test('decision 27: the path of an error is as the client wrote it', async (t) => {
  const service = await startService(t)
  for (const path of ['/api/v1/%74asks/999', '/x%20y', '/x%2Fy', '/x;y=1', '/%3Cscript%3E', '/a//b']) {
    await expectRefusal(t, service, { request: `GET ${path}?q=1`, status: 404 })
  }
})

t.test('decision 37: the 500 of the buggy variant is an ordinary one', async (t) => {
  const service = await startService(t, { rates: { ...NO_FAULTS, 'server-error': 1 } })
  await expectRefusal(t, service, { request: 'GET /api/buggy/tasks?page=0', status: 500 })
  const json = { title: '', status: 'x' }
  await expectRefusal(t, service, { request: 'POST /api/buggy/tasks', options: { json }, status: 500 })
})

t.test('decision 27: a defect is a 500 that tells nothing of it', async (t) => {
  const store = await openStore(await emptyDatabase())
  const fail = async () => {
    throw Object.assign(new Error('SQLITE_ERROR: no such table: SELECT secret FROM task'), { status: 418 })
  }
  const service = await startService(t, {
    store: { ...store, listTasks: fail, getTask: fail, deleteTask: fail },
  })
  for (const request of ['GET /api/v1/tasks', 'GET /api/v1/tasks/1', 'DELETE /api/v1/tasks/1']) {
    await expectRefusal(t, service, { request, status: 500 })
  }
  t.equal((await service.send('GET /api/v1/tasks/summary')).status, 200, 'the service goes on')
})
