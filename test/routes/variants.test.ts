import t, { type Test } from 'tap'
import { FAULTS } from '../../src/chaos/faults/index.js'
import { type Json, multipart, type RequestOptions, type Service, START, startService } from '../helper.js'
import { expectError } from './expect.js'

const VARIANTS = ['v1', 'v2', 'buggy']
const TASK = { title: 'A task', status: 'TODO' }

/** Sends requests to one variant, with a token where it asks for one. */
type Send = (request: string, options?: RequestOptions) => ReturnType<Service['send']>

async function speakTo(
  service: Service,
  variant: string,
  username?: string,
  password?: string,
): Promise<Send> {
  const token = variant === 'v2' ? { token: (await service.login(username, password)).token } : {}
  return (request, options) =>
    service.send(request.replace(' ', ` /api/${variant}`), { ...token, ...options })
}

t.test(
  'decision 1: what is created through one variant is seen and changed through the others',
  async (t) => {
    const service = await startService(t)
    const speakers = await Promise.all(VARIANTS.map((variant) => speakTo(service, variant)))
    for (const create of speakers) {
      const { json: task } = await create('POST /tasks', { json: TASK })
      for (const [index, send] of speakers.entries()) {
        const title = `Changed ${index}`
        t.equal((await send(`PUT /tasks/${task.id}`, { json: { ...TASK, title } })).status, 200)
        const comment = (await send(`POST /tasks/${task.id}/comments`, { json: { text: title } })).json
        for (const read of speakers) {
          const { json } = await read(`GET /tasks/${task.id}`)
          t.equal(json.title, title)
          t.strictSame(json.comments.at(-1), comment)
        }
      }
    }
    for (const send of speakers) {
      t.strictSame((await send('GET /tasks')).json.content.length, 3)
      t.equal((await send('GET /tasks/summary')).json.totalTasks, 3)
    }
  },
)

t.test('decision 1: what is deleted through one variant is gone from the others', async (t) => {
  const service = await startService(t)
  const speakers = await Promise.all(VARIANTS.map((variant) => speakTo(service, variant)))
  for (const remove of speakers) {
    const { id } = await service.createTask()
    await remove(`DELETE /tasks/${id}`)
    for (const read of speakers) t.equal((await read(`GET /tasks/${id}`)).status, 404)
    await service.createTask()
    t.equal((await remove('DELETE /tasks')).status, 204)
    for (const read of speakers) t.equal((await read('GET /tasks')).json.totalElements, 0)
  }
})

t.test('decision 2: v1 and buggy ignore any Authorization header, even a malformed one', async (t) => {
  const service = await startService(t)
  const { token } = await service.login('user', 'user123')
  for (const variant of ['v1', 'buggy']) {
    for (const authorization of [
      ...['', 'Bearer', 'Bearer ', 'Bearer x.y.z', 'bearer  a b', 'Basic !!!', 'Digest', 'é', ',,,'],
      ...[`Bearer ${token}`, `Bearer ${token}x`, token],
    ]) {
      const headers = { authorization }
      const created = await service.send(`POST /api/${variant}/tasks`, { json: TASK, headers })
      t.equal(created.status, 201, `${variant} ${authorization.slice(0, 20)}`)
      t.equal((await service.send(`GET /api/${variant}/tasks`, { headers })).status, 200)
      t.equal((await service.send(`DELETE /api/${variant}/tasks`, { headers })).status, 204)
    }
  }
})

t.test('decision 3: every account sees and changes every task', async (t) => {
  const service = await startService(t)
  const accounts: [string, string][] = [
    ['admin', 'admin123'],
    ['user', 'user123'],
    ['testuser', 'test123'],
  ]
  const speakers = await Promise.all(
    accounts.map(([username, password]) => speakTo(service, 'v2', username, password)),
  )
  for (const create of speakers) {
    for (const change of speakers) {
      const { json: task } = await create('POST /tasks', { json: TASK })
      t.strictSame((await change(`GET /tasks/${task.id}`)).json, task)
      t.equal((await change(`PUT /tasks/${task.id}`, { json: { ...TASK, title: 'B' } })).json.title, 'B')
      const json = { targetStatus: 'DONE', targetIndex: 0 }
      t.equal((await change(`POST /tasks/${task.id}/reorder`, { json })).status, 200)
      t.equal((await change(`DELETE /tasks/${task.id}`)).status, 204)
    }
  }
})

t.test('section 5, decision 3: deleting all tasks asks for ADMIN on v2 alone', async (t) => {
  const service = await startService(t)
  await service.createTask()
  for (const [username, password] of [
    ['user', 'user123'],
    ['testuser', 'test123'],
  ]) {
    const send = await speakTo(service, 'v2', username, password)
    expectError(t, await send('DELETE /tasks'), 403, '/api/v2/tasks')
  }
  expectError(t, await service.send('DELETE /api/v2/tasks'), 403, '/api/v2/tasks')
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 1, 'nothing was deleted')
  for (const variant of VARIANTS) {
    await service.createTask()
    t.equal((await (await speakTo(service, variant))('DELETE /tasks')).status, 204, variant)
    t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0, variant)
  }
})

t.test('section 9: the version is part of the path, and there are three', async (t) => {
  const service = await startService(t)
  for (const path of [
    '/tasks',
    '/api/tasks',
    '/api/v3/tasks',
    '/api/V1/tasks',
    '/v1/tasks',
    '/api/bugg/tasks',
  ]) {
    expectError(t, await service.send(`GET ${path}`), 404, path)
  }
})

t.test('section 9: only v2 has the endpoints of authentication', async (t) => {
  const service = await startService(t)
  for (const variant of ['v1', 'buggy']) {
    for (const [method, name] of [
      ['POST', 'login'],
      ['POST', 'refresh'],
      ['POST', 'logout'],
      ['GET', 'me'],
    ]) {
      const path = `/api/${variant}/auth/${name}`
      expectError(t, await service.send(`${method} ${path}`, { json: {} }), 404, path)
    }
  }
})

/** Requests to every task endpoint, successes and errors, in an order in which each means something. */
const SEQUENCE: [string, RequestOptions?][] = [
  ['GET /tasks'],
  ['GET /tasks/summary'],
  ['POST /tasks', { json: TASK }],
  [
    'POST /tasks?from=test',
    {
      json: {
        ...{
          title: 'Zweite Aufgabe 😀',
          description: '<b>"x"</b>',
          status: 'IN_PROGRESS',
          priority: 'URGENT',
        },
        ...{ dueDate: '2026-04-30', labels: ['a', 'É'], checklistItems: [{ text: 'one' }, { text: 'two' }] },
      },
    },
  ],
  ['POST /tasks', { json: { title: 'Third', status: 'TODO', labels: ['a'] } }],
  ['POST /tasks', { json: { title: '', labels: [''] } }],
  ['POST /tasks'],
  ['POST /tasks', { body: '{', headers: { 'content-type': 'application/json' } }],
  ['POST /tasks', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ['POST /tasks', { body: `"${'x'.repeat(1_048_576)}"`, headers: { 'content-type': 'application/json' } }],
  ['GET /tasks/2'],
  ['GET /tasks/999'],
  ['GET /tasks/abc'],
  ['GET /tasks/%FF'],
  ['POST /tasks/2/comments', { json: { text: 'First' } }],
  ['POST /tasks/2/comments', { json: { text: 'Second' } }],
  ['POST /tasks/2/comments', { json: { text: ' ' } }],
  ['POST /tasks/999/comments', { json: { text: 'Lost' } }],
  ['PUT /tasks/2/comments/1', { json: { text: 'Changed' } }],
  ['PUT /tasks/2/comments/999', { json: { text: 'Lost' } }],
  ['DELETE /tasks/2/comments/2'],
  ['DELETE /tasks/2/comments/2'],
  [
    'POST /tasks/2/attachments',
    multipart([
      { fileName: 'a.txt', type: 'text/plain', content: 'abc' },
      { fileName: 'é.bin', content: Buffer.from([0, 1, 255]) },
    ]),
  ],
  ['POST /tasks/2/attachments', multipart([{ fileName: 'a', content: Buffer.alloc(1_048_577) }])],
  ['POST /tasks/2/attachments', multipart(['b', 'c'].map((fileName) => ({ fileName, content: '' })))],
  ['POST /tasks/2/attachments', { json: {} }],
  ['GET /tasks/2/attachments/1'],
  ['GET /tasks/2/attachments/2'],
  ['GET /tasks/1/attachments/2'],
  ['DELETE /tasks/2/attachments/1'],
  ['DELETE /tasks/2/attachments/1'],
  ['PUT /tasks/2', { json: { title: 'Replaced', status: 'TODO', checklistItems: [{ text: 'two' }] } }],
  ['PUT /tasks/2', { json: {} }],
  ['PUT /tasks/999', { json: TASK }],
  ['POST /tasks/2/reorder', { json: { targetStatus: 'TODO', targetIndex: 0 } }],
  ['POST /tasks/2/reorder', { json: { targetStatus: 'TODO', targetIndex: -1 } }],
  ['POST /tasks/999/reorder', { json: { targetStatus: 'TODO', targetIndex: 0 } }],
  ['GET /tasks?size=1&page=1'],
  ['GET /tasks?search=REPLACED'],
  ['GET /tasks?sort=title&direction=desc&status=TODO&priority=MEDIUM'],
  ['GET /tasks?page=9'],
  ['GET /tasks?size=0&sort=x'],
  ['GET /tasks?search=%'],
  ['GET /tasks/summary'],
  ['HEAD /tasks'],
  ['PATCH /tasks/2'],
  ['PUT /tasks'],
  ['POST /tasks/summary'],
  ['GET /tasks/2/nothing'],
  ['DELETE /tasks/3'],
  ['DELETE /tasks/3'],
  ['GET /tasks'],
  ['DELETE /tasks'],
  ['GET /tasks'],
  ['POST /tasks', { json: TASK }],
]

/** What a fresh service answers to the sequence, with the name of the variant taken out. */
async function record(t: Test, variant: string, rates?: Record<string, number>): Promise<Json[]> {
  const service = await startService(t, { ...(rates && { rates }), faultSeed: 1 })
  const send = await speakTo(service, variant)
  const answers = []
  for (const [index, [request, options]] of SEQUENCE.entries()) {
    service.clock.now = START + index * 1000
    const headers = { ...options?.headers, 'x-request-id': 'sequence' }
    const { status, headers: answered, bytes, json } = await send(request, { ...options, headers })
    // An error body holds its path, so its length goes with the name of the variant.
    const { date: _, 'content-length': length, ...rest } = answered
    const neutral = (text: string) => text.replaceAll(`/api/${variant}/`, '/api/*/')
    answers.push({
      request,
      status,
      headers: { ...rest, ...(rest.location && { location: neutral(rest.location) }) },
      length: json?.path === undefined ? length : undefined,
      body: json?.path === undefined ? bytes.toString('hex') : neutral(bytes.toString()),
    })
  }
  return answers
}

t.test('sections 4 and 9, decision 35: the variants answer byte for byte alike', async (t) => {
  const expected = await record(t, 'v1')
  t.strictSame(
    [...new Set(expected.map(({ status }) => status))].toSorted(),
    [200, 201, 204, 400, 404, 405, 413, 415],
    'the sequence meets every kind of answer',
  )
  // Rates so small that nothing is drawn, with the hooks of the faults in place.
  const hardlyEver = Object.fromEntries(FAULTS.map(({ name }) => [name, 1e-12]))
  const others: [string, Json[]][] = [
    ['v2', await record(t, 'v2')],
    ['buggy without faults', await record(t, 'buggy')],
    ['buggy with no fault drawn', await record(t, 'buggy', hardlyEver)],
  ]
  for (const [name, answers] of others) {
    for (const [index, answer] of answers.entries()) {
      t.strictSame(answer, expected[index], `${name}: ${answer.request}`)
    }
  }
})
