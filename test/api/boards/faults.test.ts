import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { createBoard, TASK, type TestBoard } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type Reply, type Service, type ServiceOptions, SPECIFIED, startService } from '../../kit/helper.js'

const NAMES = FAULTS.map(({ name }) => name)
const DEFAULT_RATES = Object.fromEntries(FAULTS.map(({ name, rate }) => [name, rate]))
const ZERO_RATES = Object.fromEntries(NAMES.map((name) => [name, 0]))

/** Starts a service with the default rates that records the delays of slow responses instead of waiting. */
async function startFaulty(t: Test, options: ServiceOptions = {}): Promise<Service & { delays: number[] }> {
  const delays: number[] = []
  const service = await startService(t, {
    rates: {},
    sleep: async (milliseconds) => delays.push(milliseconds),
    ...options,
  })
  return { ...service, delays }
}

const unchecked = true

t.test('a new board has the fault rates of the server', async (t) => {
  const service = await startService(t, { rates: { 'date-mix': 0.5 }, delay: [1, 2] })
  const { asOwner } = await createBoard(service)
  const { json } = await asOwner('GET /faults')
  t.match(json, { plan: 1, profile: 'server', delay: [1, 2], script: null, scriptEnd: 'none', ordinal: 0 })
  t.match(json, { disclose: false, force: true })
  t.strictSame(json.rates, { ...DEFAULT_RATES, 'date-mix': 0.5 })
  t.ok(Number.isSafeInteger(json.seed))
})

t.test('faults that change only the body do not count for HEAD (decision 121)', async (t) => {
  const service = await startFaulty(t)
  const { asOwner, send } = await createBoard(service)
  await send('POST /api/v1/tasks', { json: TASK })
  const rates = Object.fromEntries(SPECIFIED.map((name) => [name, name === 'server-error' ? 0 : 1]))
  await asOwner('PUT /faults', { json: { rates, disclose: true } })
  const faultsOf = async (method: string) => {
    const { headers } = await send(`${method} /api/buggy/tasks?search=x`, { unchecked })
    return headers['fault-injected']?.replace(/;[^,]*/g, '')
  }
  t.equal(await faultsOf('GET'), 'slow-response, pagination')
  t.equal(await faultsOf('HEAD'), 'slow-response')
  const { content } = (await asOwner('GET /requests')).json
  t.match(content[0], { method: 'HEAD', changed: ['slow-response'] })
})

t.test('returns the settings as configured, and accepts them again', async (t) => {
  const { asOwner } = await createBoard(await startService(t))
  const settings = {
    profile: 'calm',
    rates: { 'server-error': 1 },
    delay: [10, 20],
    seed: 42,
    script: [['server-error'], [], ['slow-response', 'date-mix']],
    scriptEnd: 'repeat',
    disclose: true,
    force: false,
  }
  const { status, json } = await asOwner('PUT /faults', { json: settings })
  t.equal(status, 200)
  t.match(json, { ...settings, rates: { 'server-error': 1, 'date-mix': 0.02 }, ordinal: 0, plan: 1 })
  t.strictSame((await asOwner('GET /faults')).json, json)
  t.strictSame((await asOwner('PUT /faults', { json })).json, json)
})

t.test('a profile sets the rates of all faults', async (t) => {
  const { asOwner } = await createBoard(await startService(t))
  const ratesOf = async (profile: string) => (await asOwner('PUT /faults', { json: { profile } })).json.rates
  t.strictSame(await ratesOf('spec'), DEFAULT_RATES)
  t.strictSame(await ratesOf('none'), ZERO_RATES)
  for (const [profile, factor] of [
    ['calm', 0.2],
    ['stormy', 3],
  ] as const) {
    for (const [name, rate] of Object.entries(await ratesOf(profile))) {
      t.ok(Math.abs((rate as number) - (DEFAULT_RATES[name] ?? 0) * factor) < 1e-12, `${profile}: ${name}`)
    }
  }
  const network = await ratesOf('network')
  t.match(network, { 'connection-reset': 0.05, 'lost-response': 0.05, 'server-error': 0, 'rate-limited': 0 })
  t.match(await ratesOf('throttled'), { unavailable: 0.05, 'rate-limited': 0.15, overload: 1, 'lost-response': 0 })
  const hostile = await ratesOf('hostile')
  t.match(hostile, { ...Object.fromEntries(SPECIFIED.map((name) => [name, DEFAULT_RATES[name]])), overload: 1 })
  for (const name of NAMES) t.ok(hostile[name] > 0, `hostile: ${name}`)
  for (const name of NAMES) t.strictSame(await ratesOf(`only-${name}`), { ...ZERO_RATES, [name]: 0.5 })
})

t.test('a rate of null, and rates of null, are those of the profile (decision 6)', async (t) => {
  const { asOwner } = await createBoard(await startService(t))
  const settingsOf = async (json: object) => (await asOwner('PUT /faults', { json })).json
  const profile = 'stormy'
  const seed = 1
  const { rates } = await settingsOf({ profile, seed })
  t.strictSame((await settingsOf({ profile, seed, rates: null })).rates, rates)
  const some = { 'server-error': 1, 'date-mix': null }
  t.strictSame((await settingsOf({ profile, seed, rates: some })).rates, { ...rates, 'server-error': 1 })
  t.strictSame((await asOwner('GET /snapshot')).json.faults.settings.rates, { 'server-error': 1 })
})

t.test('returns 400 for invalid settings, and keeps the current ones', async (t) => {
  const { asOwner } = await createBoard(await startService(t))
  const before = (await asOwner('GET /faults')).json
  const cases: [input: object, field: string][] = [
    [{ profile: 'wild' }, 'profile'],
    [{ rates: { 'server-error': 1.5 } }, 'rates.server-error'],
    [{ rates: { unknown: 0.5 } }, 'rates.unknown'],
    [{ rates: 1 }, 'rates'],
    [{ delay: [5, 1] }, 'delay'],
    [{ delay: [1] }, 'delay'],
    [{ delay: [0, 60_001] }, 'delay[1]'],
    [{ seed: -1 }, 'seed'],
    [{ seed: 0.5 }, 'seed'],
    [{ script: [] }, 'script'],
    [{ script: [['unknown']] }, 'script[0][0]'],
    [{ script: Array(1001).fill([]) }, 'script'],
    [{ scriptEnd: 'again' }, 'scriptEnd'],
    [{ disclose: 'yes' }, 'disclose'],
    [{ force: 1 }, 'force'],
  ]
  for (const [json, field] of cases) {
    const reply = await asOwner('PUT /faults', { json })
    t.equal(reply.status, 400, JSON.stringify(json).slice(0, 50))
    t.strictSame(Object.keys(reply.json.errors), [field])
  }
  const { json } = await asOwner('PUT /faults', { json: { delay: [1] } })
  t.strictSame(json.errors, { delay: 'Delay must be an array of 2 items' })
  t.strictSame((await asOwner('GET /faults')).json, before)
})

t.test('names all unknown faults, or one of very many (decision 27)', async (t) => {
  const { asOwner } = await createBoard(await startService(t))
  const fieldsOf = async (count: number) => {
    const names = ['__proto__', ...Array.from({ length: count - 1 }, (_, index) => `fault-${index}`)]
    const body = `{"rates":{${names.map((name) => `"${name}":0.5`)}}}`
    const { json } = await asOwner('PUT /faults', { body, headers: { 'content-type': 'application/json' } })
    return Object.keys(json.errors)
  }
  t.strictSame(await fieldsOf(2), ['rates.__proto__', 'rates.fault-0'])
  t.equal((await fieldsOf(498)).length, 498)
  t.strictSame(await fieldsOf(499), ['rates.__proto__'])
})

t.test('a script decides the faults of each request, and a reset restarts it', async (t) => {
  const { asOwner, send } = await createBoard(await startService(t))
  const statuses = async (count: number) => {
    const all: number[] = []
    while (all.length < count) all.push((await send('GET /api/buggy/tasks', { unchecked })).status)
    return all
  }
  const script = [['server-error'], [], ['server-error']]
  await asOwner('PUT /faults', { json: { script } })
  t.strictSame(await statuses(7), [500, 200, 500, 200, 200, 200, 200], 'there are no faults after the end')
  await asOwner('PUT /faults', { json: { script, scriptEnd: 'repeat' } })
  t.strictSame(await statuses(7), [500, 200, 500, 500, 200, 500, 500])
  t.equal((await asOwner('GET /faults')).json.ordinal, 7)
  await asOwner('POST /reset')
  t.strictSame(await statuses(2), [500, 200], 'a reset restarts the script')
})

/** Requests of every kind; the n-th is always the same. */
function requestNumber(n: number): [request: string, options: object] {
  const id = 1 + (n % 7)
  const all: [string, object][] = [
    ['GET /api/buggy/tasks?size=3', {}],
    ['POST /api/buggy/tasks', { json: { ...TASK, title: `Task ${n}` } }],
    [`GET /api/buggy/tasks/${id}`, {}],
    ['GET /api/buggy/tasks?search=TASK', {}],
    [`POST /api/buggy/tasks/${id}/comments`, { json: { text: 'A comment' } }],
    [`PUT /api/buggy/tasks/${id}`, { json: { ...TASK, title: `Task ${n} again` } }],
    ['GET /api/buggy/tasks/summary', {}],
    [`POST /api/buggy/tasks/${id}/reorder`, { json: { targetStatus: 'DONE', targetIndex: 0 } }],
    ['POST /api/buggy/tasks', { json: { title: '' } }],
    ['GET /api/buggy/tasks/9999', {}],
  ]
  return all[n % all.length] as [string, object]
}

/** Sends the first `count` requests. */
async function play({ send }: TestBoard, count: number): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let n = 0; n < count; n++) {
    const [request, options] = requestNumber(n)
    replies.push(await send(request, { ...options, unchecked }))
  }
  return replies
}

t.test('the same seed and requests give the same responses on two servers (decision 43)', async (t) => {
  // When the suite runs on PostgreSQL, one of the two servers still uses SQLite.
  const store = await openEmptyStore()
  const services = [await startFaulty(t, { store }), await startFaulty(t)] as const
  const played = await Promise.all(
    services.map(async (service) => {
      const board = await createBoard(service)
      await board.asOwner('PUT /faults', { json: { profile: 'stormy', seed: 7, disclose: true } })
      const replies = await play(board, 300)
      return replies.map(({ status, headers, json }) =>
        JSON.stringify([status, headers['fault-injected'], json]).replaceAll(board.id, 'the board'),
      )
    }),
  )
  t.strictSame(played[0], played[1])
  t.strictSame(services[0].delays, services[1].delays)
  t.ok(services[0].delays.length > 50)
})

t.test('plan, log, disclosed faults and responses agree for 1,000 requests', async (t) => {
  const service = await startFaulty(t)
  const board = await createBoard(service)
  await board.asOwner('PUT /faults', { json: { profile: 'spec', seed: 4711, disclose: true } })
  const { json: plan } = await board.asOwner('GET /faults/plan?count=1000')
  t.match(plan, { plan: 1, seed: 4711, ordinal: 0 })
  t.strictSame(
    plan.requests.map(({ ordinal }: { ordinal: number }) => ordinal),
    [...Array(1000).keys()],
  )
  const replies = await play(board, 1000)
  const pages = await Promise.all(
    [...Array(10).keys()].map((page) => board.asOwner(`GET /requests?size=100&page=${page}`)),
  )
  const log = pages.flatMap(({ json }) => json.content).reverse()
  t.equal(log.length, 1000)
  let count = 0
  const delays: number[] = []
  for (const [n, { status, headers }] of replies.entries()) {
    const { faults, delay } = plan.requests[n]
    const entry = log[n]
    const disclosed = headers['fault-injected']?.split(', ').map((fault) => fault.split(';')) ?? []
    const names = disclosed.map(([name]) => name)
    const agrees =
      entry.ordinal === n &&
      entry.number === n + 1 &&
      entry.status === status &&
      entry.requestId === headers['x-request-id'] &&
      JSON.stringify(entry.drawn) === JSON.stringify(faults) &&
      JSON.stringify(entry.changed) === JSON.stringify(names) &&
      disclosed.every(([name, ordinal]) => faults.includes(name) && ordinal === `ordinal=${n}`) &&
      faults.includes('server-error') === (status === 500)
    if (!agrees) t.fail(`request ${n}`, { entry, faults, disclosed, status })
    if (delay !== null) delays.push(delay)
    count += names.length
  }
  t.ok(count > 200, `${count} faults`)
  t.strictSame(service.delays.map(Math.round), delays)
})

t.test('with every rate at 0 and no script a board draws and counts nothing (decision 44)', async (t) => {
  const { asOwner, send } = await createBoard(await startFaulty(t))
  await asOwner('PUT /faults', { json: { profile: 'none' } })
  for (let n = 0; n < 3; n++) t.equal((await send('GET /api/buggy/tasks')).status, 200)
  t.equal((await asOwner('GET /faults')).json.ordinal, 0)
  const { content } = (await asOwner('GET /requests')).json
  t.match(content, Array(3).fill({ ordinal: null, drawn: { length: 0 } }))
  await asOwner('PUT /faults', { json: { profile: 'none', script: [[]] } })
  await send('GET /api/buggy/tasks')
  t.equal((await asOwner('GET /faults')).json.ordinal, 1, 'with a script requests are counted')
})

t.test('the plan starts at the next request by default', async (t) => {
  const board = await createBoard(await startFaulty(t))
  await board.asOwner('PUT /faults', { json: { seed: 1 } })
  await play(board, 5)
  const { json } = await board.asOwner('GET /faults/plan')
  t.equal(json.ordinal, 5)
  t.equal(json.requests.length, 100)
  t.equal(json.requests[0].ordinal, 5)
  const { json: later } = await board.asOwner('GET /faults/plan?from=7&count=2')
  t.strictSame(later.requests, json.requests.slice(2, 4))
  for (const query of ['from=-1', 'count=0', 'count=1001', 'from=x']) {
    t.equal((await board.asOwner(`GET /faults/plan?${query}`)).status, 400, query)
  }
})

t.test('the plan matches the published test vectors (decision 43)', async (t) => {
  const { plan } = JSON.parse(readFileSync(new URL('../faults/plan-vectors.json', import.meta.url), 'utf8'))
  const { asOwner } = await createBoard(await startService(t))
  await asOwner('PUT /faults', { json: { profile: 'spec', seed: plan.seed } })
  const { json } = await asOwner(`GET /faults/plan?count=${plan.faults.length}`)
  t.equal(json.plan, 1)
  const known = new Set(plan.faults.join(' ').split(' '))
  const drawn = json.requests.map(({ faults }: { faults: string[] }) =>
    faults
      .filter((name) => known.has(name))
      .sort()
      .join(' '),
  )
  const expected = plan.faults.map((faults: string) => faults.split(' ').sort().join(' '))
  t.strictSame(drawn, expected)
})

t.test('a restart of the plan repeats its faults, and keeps the settings', async (t) => {
  const service = await startFaulty(t)
  const { asOwner, send } = await createBoard(service)
  const settings = (await asOwner('PUT /faults', { json: { rates: { 'server-error': 0.5 }, seed: 7 } })).json
  const statuses = async () => {
    const all: number[] = []
    while (all.length < 20) all.push((await send('GET /api/buggy/tasks', { unchecked })).status)
    return all
  }
  const first = await statuses()
  const { status, json } = await asOwner('POST /faults/restart')
  t.equal(status, 200)
  t.strictSame(json, settings)
  t.strictSame(await statuses(), first)
  t.equal((await asOwner('POST /faults/restart', { token: 'wrong' })).status, 401)
})
