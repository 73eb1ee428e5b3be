import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import type { AppOptions } from '../../src/app.js'
import { openStore } from '../../src/store/open-store.js'
import { emptyDatabase, lastingDatabase } from '../database.js'
import { NO_FAULTS, type Service, startService } from '../helper.js'
import { EFFECTS, missingFields, timestampsOf } from './effects.js'
import { fillBoard, OPERATIONS } from './twins.js'

/** The faults of the first ordinals of a plan with the promised rates, worked out as in draw.test.ts. */
const { plan }: { plan: { seed: number; faults: string[] } } = JSON.parse(
  readFileSync(new URL('./plan-vectors.json', import.meta.url), 'utf8'),
)

/** Half of all requests fail, so that a pattern of few answers tells one plan from another. */
const HALF = { ...NO_FAULTS, 'server-error': 0.5 }
const LENGTH = 60

/** Sends requests to buggy; returns the pattern of answers, `x` where there was a server error. */
async function pattern(service: Service, length = LENGTH, request = 'GET /api/buggy/tasks'): Promise<string> {
  let text = ''
  for (let i = 0; i < length; i++) {
    text += (await service.send(request, { unchecked: true })).status === 500 ? 'x' : '.'
  }
  return text
}

/** The pattern of a service on a store in memory. */
async function patternOf(t: Test, options: Partial<AppOptions>, length = LENGTH): Promise<string> {
  return pattern(await startService(t, { rates: HALF, ...options }), length)
}

/** Starts on the store in a folder of the test's own, and stops when `use` is done. */
async function withDatabase<T>(
  t: Test,
  database: string,
  options: Partial<AppOptions>,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const store = await openStore(database)
  const service = await startService(t, { rates: HALF, ...options, store })
  try {
    return await use(service)
  } finally {
    await service.app.close()
  }
}

t.test('decision 36: the same seed and the same requests get the same answers', async (t) => {
  const run = async () => {
    const delays: number[] = []
    const rates = Object.fromEntries(Object.keys(NO_FAULTS).map((name) => [name, 0.4]))
    const service = await startService(t, {
      faultSeed: 5,
      rates,
      sleep: async (milliseconds) => delays.push(milliseconds),
    })
    await fillBoard(service)
    const answers = []
    for (const { request, options } of OPERATIONS) {
      const reply = await service.send(request.replace(' ', ' /api/buggy'), { ...options, unchecked: true })
      answers.push(`${request} ${reply.status} ${reply.bytes}`)
    }
    return { answers, delays }
  }
  const first = await run()
  t.same(await run(), first)
  t.ok(first.delays.length > 5)
})

t.test('decision 36: the faults of a seed are those of the published plan', async (t) => {
  let isSlow = false
  const service = await startService(t, {
    faultSeed: plan.seed,
    rates: {},
    sleep: async () => {
      isSlow = true
    },
  })
  await fillBoard(service)
  const { json: v1 } = await service.send('GET /api/v1/tasks?search=FOO')
  for (const [ordinal, expected] of plan.faults.entries()) {
    isSlow = false
    const { status, json } = await service.send('GET /api/buggy/tasks?search=FOO', { unchecked: true })
    const seen = new Set(isSlow ? ['slow-response'] : [])
    if (status === 500) seen.add('server-error')
    else {
      const asWritten = json.totalElements === 2
      const content = v1.content.filter(({ id }: { id: number }) => !asWritten || id === 2 || id === 4)
      if (asWritten) seen.add('search-case')
      if (missingFields(json, { content }).length > 0) seen.add('missing-fields')
      if (json.totalPages !== 1 || json.currentPage !== 0) seen.add('pagination')
      if (timestampsOf(json).some(({ value }) => typeof value === 'number')) seen.add('date-mix')
    }
    const visible = expected.split(' ').filter((name) => name !== '' && name !== 'wrong-status')
    const due = status === 500 ? visible.filter((name) => !(name in EFFECTS)) : visible
    t.same([...seen].sort(), due.sort(), `ordinal ${ordinal}`)
  }
})

t.test('decision 36: another seed is another plan', async (t) => {
  t.not(await patternOf(t, { faultSeed: 1 }), await patternOf(t, { faultSeed: 2 }))
})

t.test('decision 36: the greatest seed that can be configured is one of its own', async (t) => {
  const greatest = await patternOf(t, { faultSeed: Number.MAX_SAFE_INTEGER })
  t.not(greatest, await patternOf(t, { faultSeed: Number.MAX_SAFE_INTEGER - 1 }))
  t.equal(greatest, await patternOf(t, { faultSeed: Number.MAX_SAFE_INTEGER }))
})

t.test('decision 36: a seed of 0 is a seed', async (t) => {
  const zero = await patternOf(t, { faultSeed: 0, randomInteger: () => 9 })
  t.equal(zero, await patternOf(t, { faultSeed: 0, randomInteger: () => 10 }))
  t.not(zero, await patternOf(t, { faultSeed: 9 }))
})

for (const faultSeed of [3, undefined]) {
  t.test(`decision 36: the plan goes on over restarts with faultSeed ${faultSeed}`, async (t) => {
    const database = await lastingDatabase(t)
    const whole = await patternOf(t, { faultSeed: 3 })
    let text = ''
    await withDatabase(t, database, { faultSeed: 3 }, async (service) => {
      text += await pattern(service, 7)
    })
    for (const length of [1, LENGTH - 8]) {
      await withDatabase(t, database, { faultSeed, randomInteger: () => 1234 }, async (service) => {
        text += await pattern(service, length)
      })
    }
    t.equal(text, whole)
  })
}

t.test('decision 36: a start with another seed begins at its first request', async (t) => {
  const database = await lastingDatabase(t)
  await withDatabase(t, database, { faultSeed: 3 }, (service) => pattern(service, 7))
  const other = await withDatabase(t, database, { faultSeed: 4 }, (service) => pattern(service))
  t.equal(other, await patternOf(t, { faultSeed: 4 }))
  const again = await withDatabase(t, database, { faultSeed: 3 }, (service) => pattern(service))
  t.equal(again, await patternOf(t, { faultSeed: 3 }), 'also with the first one again')
})

t.test('decision 36: without a seed one is chosen at random at the first start, and kept', async (t) => {
  const database = await lastingDatabase(t)
  const whole = await patternOf(t, { faultSeed: 77 })
  const first = await withDatabase(t, database, { randomInteger: () => 77 }, (service) => pattern(service, 9))
  const second = await withDatabase(t, database, { randomInteger: () => 78 }, (service) =>
    pattern(service, LENGTH - 9),
  )
  t.equal(first + second, whole)
  t.not(await patternOf(t, { randomInteger: () => 78 }), whole)
})

t.test('decision 36: the plan can be restarted while the service runs', async (t) => {
  const store = await openStore(await emptyDatabase())
  const service = await startService(t, { rates: HALF, faultSeed: 3, store })
  const first = await pattern(service)
  await store.restartFaultPlan(service.mount.board)
  t.equal(await pattern(service), first)
})

t.test('decision 36: an emptied board leaves the plan where it is', async (t) => {
  const whole = await patternOf(t, { faultSeed: 3 })
  const service = await startService(t, { rates: HALF, faultSeed: 3 })
  const first = await pattern(service, 9)
  await service.send('DELETE /api/v1/tasks')
  t.equal(first + (await pattern(service, LENGTH - 9)), whole)
})

t.test('decision 35: with every rate at 0 no request counts', async (t) => {
  const database = await lastingDatabase(t)
  const without = await withDatabase(t, database, { faultSeed: 3, rates: NO_FAULTS }, (service) =>
    pattern(service, 9),
  )
  t.equal(without, '.........')
  const text = await withDatabase(t, database, { faultSeed: 3 }, (service) => pattern(service))
  t.equal(text, await patternOf(t, { faultSeed: 3 }))
})

t.test('decision 36: a rate changes neither the count nor the draws of the other faults', async (t) => {
  const rates = { ...HALF, 'search-case': 1, 'date-mix': 1, 'missing-fields': 1 }
  t.equal(await patternOf(t, { faultSeed: 3, rates }), await patternOf(t, { faultSeed: 3 }))
})

t.test('decision 36: every endpoint that exists counts, whatever comes of the request', async (t) => {
  const whole = await patternOf(t, { faultSeed: 3 }, LENGTH + 1)
  for (const request of ['DELETE /tasks/x', 'PUT /tasks/999', 'POST /tasks', 'HEAD /tasks/summary']) {
    const service = await startService(t, { rates: HALF, faultSeed: 3 })
    await pattern(service, 1, request.replace(' ', ' /api/buggy'))
    t.equal(await pattern(service), whole.slice(1), request)
  }
})

const PREFLIGHT = { origin: 'https://example.org', 'access-control-request-method': 'POST' }
const OUTSIDE: [request: string, status: number, headers?: Record<string, string>][] = [
  ['GET /api/buggy/openapi.json', 200],
  ['GET /api/buggy/openapi.yaml', 200],
  ['HEAD /api/buggy/openapi.json', 200],
  ['POST /api/buggy/openapi.json', 405],
  ['OPTIONS /api/buggy/tasks', 204, PREFLIGHT],
  ['OPTIONS /api/buggy/tasks/1', 204, PREFLIGHT],
  ['OPTIONS /api/buggy/nothing', 204, PREFLIGHT],
  ['GET /api/buggy', 404],
  ['GET /api/buggy/', 404],
  ['GET /api/buggy/nothing', 404],
  ['POST /api/buggy/auth/login', 404],
  ['PATCH /api/buggy/tasks/1', 405],
  ['PUT /api/buggy/tasks', 405],
  ['POST /api/buggy/tasks/summary', 405],
  ['HEAD /api/buggy/tasks/1/comments', 405],
  ['GET /api/buggy/tasks/%FF', 400],
  ['GET /api/v1/tasks', 200],
  ['GET /api/v1/tasks/999', 404],
  ['POST /api/v2/auth/login', 400],
  ['GET /docs', 200],
  ['GET /health', 200],
]

t.test('decision 36: what is no operation of buggy is never faulted and does not count', async (t) => {
  const delays: number[] = []
  const certain = Object.fromEntries(Object.keys(NO_FAULTS).map((name) => [name, 1]))
  const store = await openStore(await emptyDatabase())
  const service = await startService(t, {
    faultSeed: 3,
    rates: certain,
    store,
    sleep: async (milliseconds) => delays.push(milliseconds),
  })
  for (const [request, status, headers = {}] of OUTSIDE) {
    const reply = await service.send(request, { headers })
    t.equal(reply.status, status, request)
  }
  t.same(delays, [])
  t.match(await store.takeFaultOrdinal(service.mount.board), { seed: 3, ordinal: 0 })
})
