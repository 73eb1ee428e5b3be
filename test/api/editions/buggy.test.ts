import t from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { NO_FAULTS, type RequestOptions, type Service } from '../../kit/helper.js'
import { EFFECTS } from '../faults/effects.js'
import { inVariant, OPERATIONS } from '../faults/operations.js'
import { assertSame } from '../faults/twins.js'
import { startEarlier } from './helper.js'

/** The operations of buggy in this edition. */
const KNOWN = OPERATIONS.filter(({ request }) => !/reorder|attachments|^DELETE \/tasks$/.test(request))

/** Fills a board for `OPERATIONS`. */
async function fill({ createTask, send }: Service): Promise<void> {
  await createTask({ title: 'foo' })
  await createTask({ title: 'FOO', status: 'IN_PROGRESS', priority: 'URGENT' })
  await createTask({ title: 'In the description', description: 'a Foo here' })
  await createTask({ title: 'In a label', labels: ['none', 'xFOOx'], status: 'DONE' })
  await createTask({ title: 'Nowhere' })
  await send('POST /api/v1/tasks/1/comments', { json: { text: 'A comment' } })
}

t.test('buggy: without faults, all responses are those of v1 (decision 35)', async (t) => {
  const [one, two] = [await startEarlier(t), await startEarlier(t)]
  await Promise.all([one, two].map(fill))
  for (const { name, request, options, status } of KNOWN) {
    const v1 = await one.send(inVariant('v1', request), options)
    t.equal(v1.status, status, name)
    assertSame(t, name, await two.send(inVariant('buggy', request), options), v1)
  }
})

for (const { name: fault } of FAULTS) {
  const effect = EFFECTS[fault]
  if (effect === undefined) continue
  t.test(`buggy: ${fault} changes the responses that it applies to (decision 88)`, async (t) => {
    const rates = { ...NO_FAULTS, [fault]: 1 }
    const [faulty, plain] = [await startEarlier(t, { rates, faultSeed: 1 }), await startEarlier(t)]
    await Promise.all([faulty, plain].map(fill))
    let applied = 0
    for (const { name, request, options, traits } of KNOWN) {
      const v1 = await plain.send(inVariant('v1', request), options)
      const unchecked: RequestOptions = { ...options, unchecked: true }
      const buggy = await faulty.send(inVariant('buggy', request), unchecked)
      if (traits.includes(effect.trait)) {
        applied++
        effect.assert(t, name, buggy, v1)
      } else assertSame(t, name, buggy, v1)
    }
    t.ok(applied > 0)
  })
}
