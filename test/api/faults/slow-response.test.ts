import t, { type Test } from 'tap'
import { createDraw } from '../../../src/api/buggy/draw.js'
import { multipart, NO_FAULTS, type RequestOptions, startService } from '../../kit/helper.js'
import { inVariant, OPERATIONS } from './operations.js'
import { createSleep } from './sleep.js'
import { assertSame, startFaulty, startTwins } from './twins.js'

t.test('slow-response at rate 1 delays every response and changes none (decisions 36 and 37)', async (t) => {
  const { send, delays } = await startTwins(t, { 'slow-response': 1 })
  for (const [ordinal, operation] of OPERATIONS.entries()) {
    const { buggy, v1 } = await send(operation)
    assertSame(t, operation.name, buggy, v1)
    const fraction = createDraw(1, ordinal, 'slow-response').fraction('delay')
    t.equal(delays[ordinal], 2000 + fraction * 3000, `${operation.name}: uniform from 2 to 5 seconds`)
    t.equal(delays.length, ordinal + 1, `${operation.name}: delayed once`)
  }
})

t.test('the delay can be configured (decision 37)', async (t) => {
  const { faulty, delays } = await startFaulty(t, { 'slow-response': 1 }, { delay: [10, 12] })
  for (let i = 0; i < 10; i++) await faulty.send('GET /api/buggy/tasks')
  t.equal(delays.length, 10)
  t.ok(Math.min(...delays) >= 10)
  t.ok(Math.max(...delays) <= 12)
})

/** Starts a service whose slow responses sleep until `wakeUp` is called. */
async function startSleeper(t: Test) {
  const { sleep, ...controls } = createSleep()
  const service = await startService(t, { rates: { ...NO_FAULTS, 'slow-response': 1 }, sleep })
  return { service, ...controls }
}

const WRITES: [request: string, options?: RequestOptions][] = [
  ['POST /tasks', { json: { title: 'Slow', status: 'TODO' } }],
  ['POST /tasks/1/attachments', multipart([{ fileName: 'a', content: 'Slow' }])],
  ['DELETE /tasks'],
]

for (const [request, options] of WRITES) {
  t.test(`a slow ${request} does nothing until the delay is over (decision 37)`, async (t) => {
    const { service, sleeping, wakeUp } = await startSleeper(t)
    await service.createTask()
    const before = await service.send('GET /api/v1/tasks')
    const reply = service.send(inVariant('buggy', request), options)
    await sleeping
    const during = await service.send('GET /api/v1/tasks')
    wakeUp()
    t.equal(String(during.bytes), String(before.bytes), 'nothing is done during the delay')
    t.ok([201, 204].includes((await reply).status))
    const after = await service.send('GET /api/v1/tasks')
    t.not(String(after.bytes), String(before.bytes), 'it is done after the delay')
  })
}

t.test('the delay comes before validation (decision 37)', async (t) => {
  const { service, sleeping, wakeUp } = await startSleeper(t)
  let isOver = false
  const reply = service.send('GET /api/buggy/tasks/x').finally(() => {
    isOver = true
  })
  await sleeping
  t.equal((await service.send('GET /api/v1/tasks')).status, 200, 'other requests are not delayed')
  t.equal(isOver, false)
  wakeUp()
  t.equal((await reply).status, 400)
})
