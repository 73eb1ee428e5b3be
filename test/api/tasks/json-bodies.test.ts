import { Readable } from 'node:stream'
import t from 'tap'
import { expectError } from '../../kit/expect-error.js'
import { startService } from '../../kit/helper.js'
import { addComment } from './board.js'
import { aTask, quote } from './expect.js'

const TASKS = '/api/v1/tasks'
const BODY = JSON.stringify({ title: 'A task', status: 'TODO' })
const JSON_TYPE = { 'content-type': 'application/json' }

t.test('a JSON media type may have parameters and any case (decision 7)', async (t) => {
  const service = await startService(t)
  for (const type of [
    ...['application/json', 'application/json; charset=UTF-8', 'application/json;charset=utf-8'],
    ...['application/json; charset="utf-8"', 'Application/JSON', 'application/json ; charset=utf-8'],
  ]) {
    const headers = { 'content-type': type }
    const { status, json } = await service.send(`POST ${TASKS}`, { body: BODY, headers })
    t.equal(status, 201, type)
    t.strictSame(json, aTask({ id: json.id, sortOrder: json.sortOrder }), type)
  }
})

t.test('a body with another media type, or with none, is 415 (decision 7)', async (t) => {
  const service = await startService(t)
  for (const type of ['json', '', 'application/json, application/json', 'application/jsonx', undefined]) {
    const reply = await service.send(`POST ${TASKS}`, {
      body: BODY,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    })
    expectError(t, reply, { status: 415, path: TASKS })
    const chunked = await service.send(`POST ${TASKS}`, {
      body: Readable.from([BODY]),
      headers: { 'transfer-encoding': 'chunked', ...(type !== undefined && { 'content-type': type }) },
    })
    expectError(t, chunked, { status: 415, path: TASKS })
  }
})

const MALFORMED = [
  ...['{', '}', '{"title":}', '{"title":"A task","status":"TODO"', `${BODY},`, `${BODY} x`, `${BODY}${BODY}`],
  ...["{'title':'A task','status':'TODO'}", '{title:"A task"}', '{"title":"A task","status":"TODO",}'],
  ...['title=A+task&status=TODO', 'NaN', '{"title":"a\nb","status":"TODO"}', '{"title":"\\x41"}', '   ', '\0'],
]

t.test('malformed JSON is 400, and the message is not that of the parser (decisions 7 and 27)', async (t) => {
  const service = await startService(t)
  for (const body of MALFORMED) {
    const reply = await service.send(`POST ${TASKS}`, { body, headers: JSON_TYPE })
    expectError(t, reply, { status: 400, path: TASKS })
    t.notMatch(reply.json.message, /token|position|unexpected/i, quote(body))
  }
})

t.test('unknown fields of any name and size are ignored, and pollute no prototype (decision 4)', async (t) => {
  const service = await startService(t)
  await service.createTask({ labels: ['a'], checklistItems: [{ text: 'b', done: true }] })
  await addComment(service, 1)
  const { json: task } = await service.send(`GET ${TASKS}/1`)
  const names = ['__proto__', '\\u005f_proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '', 'é']
  const value = '{"polluted":true,"__proto__":{"polluted":true},"prototype":{"polluted":true},"title":"x"}'
  const unknown = names.map((name) => `"${name}":${value}`).join(',')
  const item = `{"text":"b","done":true,${unknown}}`
  const body = `{${unknown},${JSON.stringify({ ...task, title: 'New' }).slice(1, -1)},${unknown},"checklistItems":[${item}]}`
  const { status, json } = await service.send(`PUT ${TASKS}/1`, { body, headers: JSON_TYPE })
  t.equal(status, 200)
  t.strictSame(json, { ...task, title: 'New', updatedAt: json.updatedAt })
  t.notOk('polluted' in {})
})

t.test('a body with 20,000 values is read, and one value more is 400 (decision 60)', async (t) => {
  const service = await startService(t)
  const bodyOf = (values: number) => `{"title":"A task","status":"TODO","many":[${Array(values - 4).fill('{}')}]}`
  const fits = await service.send(`POST ${TASKS}`, { body: bodyOf(20_000), headers: JSON_TYPE })
  t.equal(fits.status, 201)
  const refused = await service.send(`POST ${TASKS}`, { body: bodyOf(20_001), headers: JSON_TYPE })
  expectError(t, refused, { status: 400, path: TASKS, message: 'Request body has more than 20000 values' })
})
