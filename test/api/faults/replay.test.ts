import t, { type Test } from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { lastingDatabase, openEmptyStore } from '../../kit/database.js'
import { NO_FAULTS, type Service, type ServiceOptions, SPECIFIED, startService } from '../../kit/helper.js'
import { inVariant } from './operations.js'

/** Half of all requests fail, so the statuses of a few requests identify a plan. */
const HALF = { ...NO_FAULTS, 'server-error': 0.5 }
const LENGTH = 40

/** Sends requests to buggy; returns `x` for each server error and `.` for each other response. */
async function pattern(service: Service, length = LENGTH, request = 'GET /tasks'): Promise<string> {
  let text = ''
  for (let i = 0; i < length; i++) {
    const { status } = await service.send(inVariant('buggy', request), { unchecked: true })
    text += status === 500 ? 'x' : '.'
  }
  return text
}

/** The pattern of a new service. */
async function patternOf(t: Test, options: ServiceOptions, length = LENGTH): Promise<string> {
  return pattern(await startService(t, { rates: HALF, ...options }), length)
}

/** Runs a service on a database, and stops it when `use` is done. */
async function withDatabase<T>(
  t: Test,
  database: string,
  options: ServiceOptions,
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

t.test('every seed has its own plan, including 0 and the greatest one (decision 36)', async (t) => {
  const seeds = [0, 1, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]
  const patterns = []
  for (const faultSeed of seeds) patterns.push(await patternOf(t, { faultSeed, randomInteger: () => 9 }))
  t.equal(new Set(patterns).size, seeds.length)
  t.equal(await patternOf(t, { faultSeed: 0, randomInteger: () => 10 }), patterns[0], '0 is a seed')
})

t.test('without a seed the first start chooses one at random, and restarts keep it (decision 36)', async (t) => {
  const database = await lastingDatabase(t)
  const expected = await patternOf(t, { faultSeed: 77 })
  const first = await withDatabase(t, database, { randomInteger: () => 77 }, (service) => pattern(service, 9))
  const second = await withDatabase(t, database, { randomInteger: () => 78 }, (service) => pattern(service, LENGTH - 9))
  t.equal(first + second, expected, 'the plan continues after the restart')
  t.not(await patternOf(t, { randomInteger: () => 78 }), expected)
})

t.test('the rate of a fault does not change the draws of the others (decision 36)', async (t) => {
  const rates = { ...HALF, 'search-case': 1, 'date-mix': 1, 'missing-fields': 1 }
  t.equal(await patternOf(t, { faultSeed: 3, rates }), await patternOf(t, { faultSeed: 3 }))
})

t.test('every operation counts, even if it is refused (decision 36)', async (t) => {
  const requests = ['DELETE /tasks/x', 'PUT /tasks/999', 'POST /tasks', 'HEAD /tasks/summary', 'DELETE /tasks']
  const service = await startService(t, { rates: HALF, faultSeed: 3 })
  let mixed = ''
  for (let i = 0; i < LENGTH; i++) mixed += await pattern(service, 1, requests[i % requests.length])
  t.equal(mixed, await patternOf(t, { faultSeed: 3 }))
})

const PREFLIGHT = { origin: 'https://example.org', 'access-control-request-method': 'POST' }
const OUTSIDE: [request: string, status: number, headers?: Record<string, string>][] = [
  ['GET /api/buggy/openapi.json', 200],
  ['HEAD /api/buggy/openapi.json', 200],
  ['POST /api/buggy/openapi.json', 405],
  ['OPTIONS /api/buggy/tasks', 204, PREFLIGHT],
  ['OPTIONS /api/buggy/tasks/1', 204],
  ['GET /api/buggy', 404],
  ['GET /api/buggy/nothing', 404],
  ['POST /api/buggy/auth/login', 404],
  ['PATCH /api/buggy/tasks/1', 405],
  ['POST /api/buggy/tasks/summary', 405],
  ['HEAD /api/buggy/tasks/1/comments', 405],
  ['GET /api/buggy/tasks/%FF', 400],
  ['GET /api/buggy/tasks?search=%FF', 400],
  ['GET /api/v1/tasks', 200],
  ['GET /api/v1/tasks/999', 404],
  ['POST /api/v2/auth/login', 400],
  ['GET /docs', 200],
  ['GET /health', 200],
]

t.test('requests that are not operations of buggy have no faults and do not count (decisions 36 and 47)', async (t) => {
  const delays: number[] = []
  const rates = Object.fromEntries(SPECIFIED.map((name) => [name, 1]))
  const store = await openEmptyStore()
  const sleep = async (milliseconds: number) => delays.push(milliseconds)
  const service = await startService(t, { faultSeed: 3, rates, store, sleep })
  for (const [request, status, headers = {}] of OUTSIDE) {
    t.equal((await service.send(request, { headers })).status, status, request)
  }
  t.same(delays, [])
  t.match(await store.reserveFaultOrdinals(service.mount.board, 1), { seed: 3, ordinal: 0 })
})
