import t from 'tap'
import { FAULTS } from '../../src/chaos/faults/index.js'
import { NO_FAULTS } from '../helper.js'
import { EFFECTS } from './effects.js'
import { assertLength, assertSame, OPERATIONS, startTwins } from './twins.js'

t.test('specification, section 7: there are seven faults with these rates', async (t) => {
  t.same(Object.fromEntries(FAULTS.map(({ name, rate }) => [name, rate])), {
    'server-error': 0.1,
    'slow-response': 0.15,
    'missing-fields': 0.08,
    'wrong-status': 0.05,
    pagination: 0.05,
    'date-mix': 0.1,
    'search-case': 0.2,
  })
})

t.test('every operation answers on v1 as the table says', async (t) => {
  const { send } = await startTwins(t, {})
  for (const operation of OPERATIONS) {
    const { v1 } = await send(operation)
    t.equal(v1.status, operation.status, operation.name)
  }
})

for (const [what, rate] of [
  ['switched off', 0],
  ['active and not drawn', Number.MIN_VALUE],
] as const) {
  t.test(`decision 35: with every fault ${what}, every answer is v1's byte for byte`, async (t) => {
    const rates = Object.fromEntries(Object.keys(NO_FAULTS).map((name) => [name, rate]))
    const { send, delays } = await startTwins(t, rates)
    for (const operation of OPERATIONS) {
      const { buggy, v1 } = await send(operation)
      assertSame(t, operation.name, buggy, v1)
    }
    t.same(delays, [])
  })
}

for (const [fault, { trait, assert }] of Object.entries(EFFECTS)) {
  t.test(`decisions 36 to 38: ${fault} at rate 1 changes what it applies to, and nothing else`, async (t) => {
    const { send, faulty, plain } = await startTwins(t, { [fault]: 1 })
    for (const operation of OPERATIONS) {
      const { buggy, v1 } = await send(operation)
      if (operation.traits.includes(trait)) assert(t, operation.name, buggy, v1)
      else assertSame(t, operation.name, buggy, v1)
      assertLength(t, operation.name, buggy)
      const [stored, expected] = [
        await faulty.send('GET /api/v1/tasks'),
        await plain.send('GET /api/v1/tasks'),
      ]
      t.equal(String(stored.bytes), String(expected.bytes), `${operation.name}: what is stored`)
    }
  })

  t.test(`decision 35: ${fault} answers HEAD as it answers GET, without the body`, async (t) => {
    const { faulty: get } = await startTwins(t, { [fault]: 1 })
    const { faulty: head } = await startTwins(t, { [fault]: 1 })
    for (const path of ['tasks?search=FOO', 'tasks/1', 'tasks/1/attachments/1', 'tasks/999']) {
      const whole = await get.send(`GET /api/buggy/${path}`, { unchecked: true })
      const bare = await head.send(`HEAD /api/buggy/${path}`, { unchecked: true })
      t.equal(bare.status, whole.status, path)
      t.equal(bare.bytes.length, 0, path)
      t.equal(bare.headers['content-length'], String(whole.bytes.length), path)
      t.equal(bare.headers['content-type'], whole.headers['content-type'], path)
    }
  })
}
