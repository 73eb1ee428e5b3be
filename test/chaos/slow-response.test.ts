import t, { type Test } from 'tap'
import { multipart, NO_FAULTS, type RequestOptions, startService } from '../helper.js'
import { binomialBounds } from './binomial.js'
import { assertSame, OPERATIONS, startTwins } from './twins.js'

t.test(
  'decisions 36 and 37: slow-response at rate 1 delays every request, and changes nothing',
  async (t) => {
    const { send, delays } = await startTwins(t, { 'slow-response': 1 })
    for (const [index, operation] of OPERATIONS.entries()) {
      const { buggy, v1 } = await send(operation)
      assertSame(t, operation.name, buggy, v1)
      t.equal(delays.length, index + 1, `${operation.name}: delayed once`)
    }
    t.ok(Math.min(...delays) >= 2000)
    t.ok(Math.max(...delays) <= 5000)
  },
)

t.test('decision 37: the delays are uniform between 2 and 5 seconds', async (t) => {
  const { faulty, delays } = await startTwins(t, { 'slow-response': 1 })
  for (let i = 0; i < 1200; i++) await faulty.send('GET /api/buggy/tasks/999', { unchecked: true })
  const counts = [0, 0, 0, 0, 0, 0]
  for (const delay of delays) {
    const bin = Math.floor((delay - 2000) / 500)
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  t.equal(counts.length, 6, 'none is out of bounds')
  const [low, high] = binomialBounds(1200, 1 / 6, 0.0001)
  for (const count of counts) t.ok(count >= low && count <= high, `${low} <= ${count} <= ${high}`)
})

t.test('decision 37: other bounds of the delay can be configured', async (t) => {
  const { faulty, delays } = await startTwins(t, { 'slow-response': 1 }, { delay: [10, 12] })
  for (let i = 0; i < 50; i++) await faulty.send('GET /api/buggy/tasks')
  t.ok(Math.min(...delays) >= 10)
  t.ok(Math.max(...delays) <= 12)
})

t.test('decision 37: bounds that are the same are the delay', async (t) => {
  const { faulty, delays } = await startTwins(t, { 'slow-response': 1 }, { delay: [7, 7] })
  await faulty.send('GET /api/buggy/tasks')
  t.same(delays, [7])
})

t.test('decision 37: the server error comes after the delay', async (t) => {
  const { faulty, delays } = await startTwins(t, { 'slow-response': 1, 'server-error': 1 })
  t.equal((await faulty.send('GET /api/buggy/tasks')).status, 500)
  t.equal(delays.length, 1)
})

/** A service whose slow responses sleep until they are woken. */
async function startSleeper(t: Test) {
  let fallAsleep = () => {}
  let wakeUp = () => {}
  const asleep = new Promise<void>((resolve) => {
    fallAsleep = resolve
  })
  const woken = new Promise<void>((resolve) => {
    wakeUp = resolve
  })
  const service = await startService(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    sleep: () => {
      fallAsleep()
      return woken
    },
  })
  return { service, asleep, wakeUp }
}

const WRITES: [request: string, options: RequestOptions][] = [
  ['POST /tasks', { json: { title: 'Slow', status: 'TODO' } }],
  ['PUT /tasks/1', { json: { title: 'Slow', status: 'DONE' } }],
  ['POST /tasks/1/reorder', { json: { targetStatus: 'DONE', targetIndex: 0 } }],
  ['POST /tasks/1/comments', { json: { text: 'Slow' } }],
  ['POST /tasks/1/attachments', multipart([{ fileName: 'a', content: 'Slow' }])],
  ['DELETE /tasks/1', {}],
  ['DELETE /tasks', {}],
]

for (const [request, options] of WRITES) {
  t.test(`decision 37: ${request} waits before it does anything, and nobody else waits`, async (t) => {
    const { service, asleep, wakeUp } = await startSleeper(t)
    await service.createTask()
    const before = await service.send('GET /api/v1/tasks')
    const answer = service.send(request.replace(' ', ' /api/buggy'), options)
    await asleep
    const during = await service.send('GET /api/v1/tasks')
    wakeUp()
    t.equal(String(during.bytes), String(before.bytes), 'nothing is done meanwhile')
    t.ok([200, 201, 204].includes((await answer).status))
    const after = await service.send('GET /api/v1/tasks')
    t.not(String(after.bytes), String(before.bytes), 'it is done afterwards')
  })
}

t.test('decision 37: the wait comes before validation', async (t) => {
  const { service, asleep, wakeUp } = await startSleeper(t)
  let answered = false
  const answer = service.send('GET /api/buggy/tasks/x').finally(() => {
    answered = true
  })
  await asleep
  await service.send('GET /api/v1/tasks')
  t.equal(answered, false)
  wakeUp()
  t.equal((await answer).status, 400)
})
