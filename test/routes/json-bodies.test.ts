import t from 'tap'
import { startService } from '../helper.js'
import { aTask, expectError, quote } from './expect.js'

const BODY = JSON.stringify({ title: 'A task', status: 'TODO' })
const JSON_TYPE = { 'content-type': 'application/json' }
const MEBIBYTE = 1_048_576

/** The operations on tasks that need a body. */
const WITH_BODY = ['POST /api/v1/tasks', 'PUT /api/v1/tasks/1', 'POST /api/v1/tasks/1/reorder']

/** A valid body of so many bytes, padded by a field that is ignored. */
function bodyOf(bytes: number): string {
  const [before, after] = ['{"title":"A task","status":"TODO","padding":"', '"}']
  return before + 'x'.repeat(bytes - before.length - after.length) + after
}

function pathOf(request: string): string {
  return request.split(' ')[1] ?? ''
}

t.test('decision 7: JSON is accepted with parameters and in any case', async (t) => {
  const service = await startService(t)
  for (const type of [
    ...['application/json', 'application/json; charset=UTF-8', 'application/json;charset=utf-8'],
    ...['application/json; charset="utf-8"', 'Application/JSON', 'application/json ; charset=utf-8'],
  ]) {
    const headers = { 'content-type': type }
    const { status, json } = await service.send('POST /api/v1/tasks', { body: BODY, headers })
    t.equal(status, 201, type)
    t.strictSame(json, aTask({ id: json.id, sortOrder: json.sortOrder }), type)
  }
})

t.test('decision 7: a JSON content type without a body is fine where none is needed', async (t) => {
  const service = await startService(t)
  await service.createTask()
  const requests: [string, number][] = [
    ['GET /api/v1/tasks', 200],
    ['GET /api/v1/tasks/1', 200],
    ['GET /api/v1/tasks/summary', 200],
    ['DELETE /api/v1/tasks/1', 204],
    ['DELETE /api/v1/tasks', 204],
  ]
  for (const type of ['application/json', 'application/json; charset=UTF-8']) {
    await service.send('DELETE /api/v1/tasks')
    const { id } = await service.createTask()
    for (const [request, status] of requests) {
      const headers = { 'content-type': type }
      const reply = await service.send(request.replace(/1$/, id), { headers })
      t.equal(reply.status, status, `${request} ${type}`)
    }
  }
})

t.test('decision 7: a missing body where one is required is 400', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  for (const request of WITH_BODY) {
    for (const headers of [JSON_TYPE, { 'content-type': 'application/json; charset=UTF-8' }, {}]) {
      const { status, json } = await service.send(request, { headers })
      t.strictSame([status, json.status, json.path], [400, 400, pathOf(request)], request)
    }
  }
  t.strictSame((await service.send('GET /api/v1/tasks')).json.content, [task])
})

t.test('decision 5: a JSON body that is no object is 400', async (t) => {
  const service = await startService(t)
  await service.createTask()
  for (const request of WITH_BODY) {
    for (const body of ['null', '[]', `[${BODY}]`, '"TODO"', '5', 'true']) {
      const { status, json } = await service.send(request, { body, headers: JSON_TYPE })
      t.strictSame([status, json.message], [400, 'Validation failed'], `${request} ${body}`)
    }
  }
})

t.test('decision 7: a wrong media type is 415', async (t) => {
  const service = await startService(t)
  await service.createTask()
  for (const request of WITH_BODY) {
    for (const type of [
      ...['text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded', 'json'],
      ...['application/jsonx', 'application/json-patch+json', 'application/octet-stream', 'image/png'],
    ]) {
      const reply = await service.send(request, { body: BODY, headers: { 'content-type': type } })
      expectError(t, reply, 415, pathOf(request))
    }
  }
})

t.test('decision 7: a body without a media type is 415', async (t) => {
  const service = await startService(t)
  expectError(t, await service.send('POST /api/v1/tasks', { body: BODY }), 415, '/api/v1/tasks')
})

const MALFORMED = [
  ...['{', '}', '{"title":}', '{"title":"A task","status":"TODO"', `${BODY},`, `${BODY} x`, `${BODY}${BODY}`],
  ...["{'title':'A task','status':'TODO'}", '{title:"A task"}', '{"title":"A task","status":"TODO",}'],
  ...[
    'title=A+task&status=TODO',
    'undefined',
    'NaN',
    '{"title":"a\nb","status":"TODO"}',
    '{"title":"\\x41"}',
  ],
  ...['// comment\n{}', '<task/>', '   ', '\0'],
]

t.test('decision 7: malformed JSON is 400 without field errors', async (t) => {
  const service = await startService(t)
  await service.createTask()
  for (const request of WITH_BODY) {
    for (const body of MALFORMED) {
      expectError(t, await service.send(request, { body, headers: JSON_TYPE }), 400, pathOf(request))
    }
  }
})

t.test('decision 27: the message about malformed JSON tells nothing of the parser', async (t) => {
  const service = await startService(t)
  for (const body of MALFORMED) {
    const { json } = await service.send('POST /api/v1/tasks', { body, headers: JSON_TYPE })
    t.notMatch(json.message, /token|position|unexpected|FST_|ajv/i, quote(body))
  }
})

t.test('decision 7: a JSON body of exactly 1 MiB is read, one byte more is 413', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  for (const request of WITH_BODY.slice(0, 2)) {
    const fits = await service.send(request, { body: bodyOf(MEBIBYTE), headers: JSON_TYPE })
    t.equal(fits.status, request.startsWith('POST') ? 201 : 200, request)
    const surplus = await service.send(request, { body: bodyOf(MEBIBYTE + 1), headers: JSON_TYPE })
    expectError(t, surplus, 413, pathOf(request))
  }
  const { json } = await service.send('GET /api/v1/tasks')
  t.strictSame(json.content, [task, aTask({ id: 2, sortOrder: 1 })], 'one task was created')
})

t.test('decision 7: the limit of a JSON body counts bytes, not characters', async (t) => {
  const service = await startService(t)
  const body = `{"title":"A task","status":"TODO","padding":"${'é'.repeat(MEBIBYTE / 2)}"}`
  t.ok(body.length < MEBIBYTE)
  expectError(t, await service.send('POST /api/v1/tasks', { body, headers: JSON_TYPE }), 413, '/api/v1/tasks')
})

t.test('decision 4: an ignored field may be deeply nested', async (t) => {
  const service = await startService(t)
  const depth = 100_000
  const body = `{"title":"A task","status":"TODO","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const { status } = await service.send('POST /api/v1/tasks', { body, headers: JSON_TYPE })
  t.equal(status, 201)
})

t.test('decision 7: white space around a JSON body is no part of it', async (t) => {
  const service = await startService(t)
  const { status } = await service.send('POST /api/v1/tasks', {
    body: ` \r\n\t${BODY}\n `,
    headers: JSON_TYPE,
  })
  t.equal(status, 201)
})
