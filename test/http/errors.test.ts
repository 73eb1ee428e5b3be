import t from 'tap'
import { OutcomeUnknown, StoreUnavailable } from '../../src/contract/errors.js'
import { openEmptyStore } from '../kit/database.js'
import { startService } from '../kit/helper.js'
import { type Case, expectRefusal, JSON_TYPE } from './refusal.js'

t.test('all errors have the same shape (decision 27)', async (t) => {
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
    {
      request: 'DELETE /api/v2/tasks',
      options: { token, headers: JSON_TYPE, body: '{' },
      status: 403,
      message: 'The role ADMIN is required',
    },
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

t.test('reports the errors of path and body together (decisions 28, 41)', async (t) => {
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
  await expectRefusal(t, service, {
    request: 'PUT /api/v1/tasks/0/comments/x',
    options: { json: { text: ' ' } },
    status: 400,
    message: 'Validation failed',
    errors: {
      id: 'Id must be an integer between 1 and 9007199254740991',
      commentId: 'Comment id must be an integer between 1 and 9007199254740991',
      text: 'Text is required and must be between 1 and 1000 characters',
    },
  })
})

t.test('returns 400 for an invalid encoding in path or query before it checks tokens (decisions 27, 47)', async (t) => {
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
    '/api/v2/tasks?search=%ff',
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

t.test('an error has the path exactly as the client sent it (decision 27)', async (t) => {
  const service = await startService(t)
  for (const path of ['/api/v1/%74asks/999', '/x%20y', '/x%2Fy', '/x;y=1', '/%3Cscript%3E', '/a//b']) {
    await expectRefusal(t, service, { request: `GET ${path}?q=1`, status: 404 })
  }
})

t.test('returns 500 without details for an unexpected error (decision 27)', async (t) => {
  const store = await openEmptyStore()
  const fail = async () => {
    throw Object.assign(new Error('SQLITE_ERROR: no such table: SELECT secret FROM task'), { status: 418 })
  }
  const service = await startService(t, {
    store: { ...store, listTasks: fail, getTask: fail, deleteTask: fail },
  })
  for (const request of ['GET /api/v1/tasks', 'GET /api/v1/tasks/1', 'DELETE /api/v1/tasks/1']) {
    await expectRefusal(t, service, { request, status: 500 })
  }
  t.equal((await service.send('GET /api/v1/tasks/summary')).status, 200, 'the service continues')
})

t.test('a 503 has no Retry-After if a write may be stored, and a read can be repeated (decision 54)', async (t) => {
  const store = await openEmptyStore()
  const fail = async () => {
    throw new OutcomeUnknown()
  }
  const service = await startService(t, { store: { ...store, createTask: fail, getTask: fail } })
  const write = await service.send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })
  t.match(write, { status: 503, json: { message: 'The request may have been stored, read before you repeat it' } })
  t.notOk('retry-after' in write.headers)
  const read = await service.send('GET /api/v1/tasks/1')
  t.match(read, { status: 503, headers: { 'retry-after': '5' }, json: { message: /try again later/ } })
})

t.test('a response that another process may contradict is refused, with Retry-After if not stored', async (t) => {
  const store = await openEmptyStore()
  let isLost = false
  const confirm = () => (isLost ? Promise.reject(new StoreUnavailable()) : undefined)
  const service = await startService(t, { store: { ...store, confirm } })
  isLost = true
  const json = { title: 'A task', status: 'TODO' }
  const cases = {
    'POST /api/v1/tasks': undefined,
    'PUT /api/v1/tasks/7': '5',
    'GET /api/v1/tasks': '5',
    'GET /api/v1/tasks/7': '5',
  }
  for (const [request, retryAfter] of Object.entries(cases)) {
    const { status, headers } = await service.send(request, request.startsWith('GET') ? {} : { json })
    t.strictSame([status, headers['retry-after']], [503, retryAfter], request)
  }
})
