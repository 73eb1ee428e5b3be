import t from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { expectError } from '../../kit/expect-error.js'
import { SPECIFIED } from '../../kit/helper.js'
import { EFFECTS, missingFields, timestampsOf } from './effects.js'
import { inVariant, OPERATIONS, type Trait } from './operations.js'
import { assertLength, assertSame, assertSameBoards, parts, startFaulty, startTwins } from './twins.js'

const EVERY_FAULT = Object.fromEntries(SPECIFIED.map((name) => [name, 1]))

t.test('the faults of the specification have its rates (section 7)', async (t) => {
  const specified = FAULTS.filter(({ name }) => SPECIFIED.includes(name))
  t.strictSame(Object.fromEntries(specified.map(({ name, rate }) => [name, rate])), {
    'server-error': 0.1,
    'slow-response': 0.15,
    'missing-fields': 0.08,
    'wrong-status': 0.05,
    pagination: 0.05,
    'date-mix': 0.1,
    'search-case': 0.2,
  })
})

t.test('the effect of every fault of the specification that changes a response is tested', async (t) => {
  const changing = FAULTS.filter(({ rate, after }) => rate > 0 && after !== undefined).map(({ name }) => name)
  for (const name of changing) t.ok(name in EFFECTS, name)
})

for (const [fault, { trait, assert }] of Object.entries(EFFECTS)) {
  t.test(`${fault} at rate 1 changes exactly what it applies to (decisions 36, 37 and 38)`, async (t) => {
    const twins = await startTwins(t, { [fault]: 1 })
    for (const operation of OPERATIONS) {
      const { buggy, v1 } = await twins.send(operation)
      if (operation.traits.includes(trait)) assert(t, operation.name, buggy, v1)
      else assertSame(t, operation.name, buggy, v1)
      assertLength(t, operation.name, buggy)
      if (!operation.request.startsWith('GET')) await assertSameBoards(t, operation.name, twins)
    }
  })
}

t.test('HEAD has the headers of a faulty GET, without the body (decision 35)', async (t) => {
  const [{ faulty: get }, { faulty: head }] = [
    await startFaulty(t, { ...EVERY_FAULT, 'server-error': 0 }),
    await startFaulty(t, { ...EVERY_FAULT, 'server-error': 0 }),
  ]
  for (const path of ['tasks?search=FOO', 'tasks/1', 'tasks/1/attachments/1', 'tasks/999']) {
    const expected = await get.send(`GET /api/buggy/${path}`, { unchecked: true })
    const reply = await head.send(`HEAD /api/buggy/${path}`, { unchecked: true })
    t.equal(reply.status, expected.status, path)
    t.equal(reply.bytes.length, 0, path)
    t.equal(reply.headers['content-length'], String(expected.bytes.length), path)
    t.equal(reply.headers['content-type'], expected.headers['content-type'], path)
    t.equal(reply.headers['content-disposition'], expected.headers['content-disposition'], path)
  }
})

t.test('all faults but the server error apply together (decision 36)', async (t) => {
  const twins = await startTwins(t, { ...EVERY_FAULT, 'server-error': 0 })
  for (const { name, request, options, traits, status } of OPERATIONS) {
    const { buggy, v1 } = await twins.send({ request, ...(options && { options }) })
    const has = (trait: Trait) => traits.includes(trait)
    t.equal(buggy.status, has('creation') ? 200 : status, `${name}: status`)
    t.same(parts(buggy).headers, parts(v1).headers, `${name}: headers`)
    assertLength(t, name, buggy)
    if (traits.length === 0) t.equal(parts(buggy).body, parts(v1).body, `${name}: body`)
    if (has('search')) {
      t.equal(buggy.json.totalElements, 2, `${name}: the search minds case`)
      v1.json.content = v1.json.content.filter(({ id }: { id: number }) => id === 2 || id === 4)
    }
    if (has('task')) t.equal(missingFields(buggy.json, v1.json).length, 1, `${name}: a missing field`)
    if (has('timestamp')) {
      const types = timestampsOf(buggy.json).map(({ value }) => typeof value)
      t.ok(types.includes('number'), `${name}: an integer timestamp`)
      if (types.length > 1) t.ok(types.includes('string'), `${name}: an ISO 8601 timestamp`)
    }
    if (has('page')) {
      const distance = (key: string) => Math.abs(buggy.json[key] - v1.json[key])
      t.equal(distance('totalPages') + distance('currentPage'), 1, `${name}: pagination`)
    }
  }
  t.equal(twins.delays.length, OPERATIONS.length, 'every response is slow')
  await assertSameBoards(t, 'at the end', twins)
})

t.test('a server error returns 500 for every request and does nothing (decisions 36 and 37)', async (t) => {
  const { send, faulty, plain, delays } = await startTwins(t, { 'server-error': 1 })
  const before = await faulty.send('GET /api/v1/tasks')
  for (const { request, options } of OPERATIONS) {
    const reply = await faulty.send(inVariant('buggy', request), options)
    const path = `/api/buggy${request.replace(/^\w+ /, '').replace(/\?.*$/, '')}`
    expectError(t, reply, { status: 500, path, message: 'An unexpected error occurred' })
    assertLength(t, request, reply)
  }
  const head = await faulty.send('HEAD /api/buggy/tasks')
  t.strictSame([head.status, head.bytes.length], [500, 0])
  t.equal(String((await faulty.send('GET /api/v1/tasks')).bytes), String(before.bytes), 'nothing changed')
  t.same(delays, [], 'no response is slow')

  for (const operation of OPERATIONS.filter(({ status }) => status === 201)) {
    const retried = await faulty.send(inVariant('v1', operation.request), operation.options)
    const { v1 } = await send(operation)
    t.same(retried.json, v1.json, `${operation.name}: the failed attempt used up no id`)
  }
  t.equal((await plain.send('GET /api/v1/tasks')).json.totalElements, 6)
  t.equal((await faulty.send('GET /api/v1/tasks')).status, 200, 'v1 has no faults')
  const { token } = await faulty.login()
  t.equal((await faulty.send('GET /api/v2/tasks', { token })).status, 200, 'v2 has no faults')
})

t.test('the 500 of a server error is not changed by other faults (decisions 37 and 38)', async (t) => {
  const { faulty, delays } = await startFaulty(t, EVERY_FAULT)
  for (const request of ['GET /tasks', 'GET /tasks?search=FOO', 'POST /tasks']) {
    const path = `/api/buggy${request.replace(/^\w+ /, '').replace(/\?.*$/, '')}`
    const options = request.startsWith('POST') ? { json: { title: 'A task', status: 'TODO' } } : {}
    const expected = { status: 500, path, message: 'An unexpected error occurred' }
    expectError(t, await faulty.send(inVariant('buggy', request), options), expected)
  }
  t.equal(delays.length, 3, 'a server error comes after the delay')
})
