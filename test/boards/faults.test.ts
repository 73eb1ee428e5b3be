import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import type { AppOptions } from '../../src/app.js'
import { FAULTS } from '../../src/chaos/faults/index.js'
import { openStore } from '../../src/store/open-store.js'
import { type Json, type Reply, type Service, startService } from '../helper.js'
import { makeBoard, TASK, type TestBoard } from './board.js'

const NAMES = FAULTS.map(({ name }) => name)
const PROMISED = Object.fromEntries(FAULTS.map(({ name, rate }) => [name, rate]))
const NOTHING = Object.fromEntries(NAMES.map((name) => [name, 0]))

/** A service whose slow answers are not waited for; it remembers how late they would have been. */
async function startFaulty(
  t: Test,
  options: Partial<AppOptions> = {},
): Promise<Service & { delays: number[] }> {
  const delays: number[] = []
  const service = await startService(t, {
    rates: {},
    sleep: async (milliseconds) => delays.push(milliseconds),
    ...options,
  })
  return { ...service, delays }
}

const unchecked = true

t.test('a board that has settled nothing has the faults of the server', async (t) => {
  const service = await startService(t, { rates: { 'date-mix': 0.5 }, delay: [1, 2] })
  const { own } = await makeBoard(service)
  const { json } = await own('GET /faults')
  t.match(json, { plan: 1, profile: 'server', delay: [1, 2], script: null, scriptEnd: 'none', ordinal: 0 })
  t.match(json, { disclose: false, force: true })
  t.strictSame(json.rates, { ...PROMISED, 'date-mix': 0.5 })
  t.ok(Number.isSafeInteger(json.seed))
})

t.test('what is settled is what is answered, and can be sent back', async (t) => {
  const service = await startFaulty(t)
  const { own } = await makeBoard(service)
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
  const { status, json } = await own('PUT /faults', { json: settings })
  t.equal(status, 200)
  t.match(json, { ...settings, rates: { 'server-error': 1, 'date-mix': 0.02 }, ordinal: 0, plan: 1 })
  t.strictSame((await own('GET /faults')).json, json)
  t.strictSame((await own('PUT /faults', { json })).json, json)
})

t.test('profiles are rates by name', async (t) => {
  const service = await startFaulty(t)
  const { own } = await makeBoard(service)
  const ratesOf = async (profile: string) => (await own('PUT /faults', { json: { profile } })).json.rates
  t.strictSame(await ratesOf('spec'), PROMISED)
  t.strictSame(await ratesOf('none'), NOTHING)
  for (const [profile, factor] of [
    ['calm', 0.2],
    ['stormy', 3],
  ] as const) {
    for (const [name, rate] of Object.entries(await ratesOf(profile))) {
      t.ok(Math.abs((rate as number) - (PROMISED[name] ?? 0) * factor) < 1e-12, `${profile}: ${name}`)
    }
  }
  for (const name of NAMES) t.strictSame(await ratesOf(`only-${name}`), { ...NOTHING, [name]: 0.5 })
})

t.test('settings that make no sense are refused, and change nothing', async (t) => {
  const service = await startFaulty(t)
  const { own } = await makeBoard(service)
  const before = (await own('GET /faults')).json
  const cases: [input: object, field: string][] = [
    [{ profile: 'wild' }, 'profile'],
    [{ rates: { 'server-error': 1.5 } }, 'rates.server-error'],
    [{ rates: { unknown: 0.5 } }, 'rates.unknown'],
    [{ rates: 1 }, 'rates'],
    [{ rates: { 'date-mix': null } }, 'rates.date-mix'],
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
    const reply = await own('PUT /faults', { json })
    t.equal(reply.status, 400, JSON.stringify(json).slice(0, 50))
    t.strictSame(Object.keys(reply.json.errors), [field])
  }
  t.strictSame((await own('GET /faults')).json, before)
})

t.test('fail twice, then succeed is one line', async (t) => {
  const service = await startFaulty(t)
  const { own, send } = await makeBoard(service)
  const statuses = async (count: number) => {
    const found: number[] = []
    for (let n = 0; n < count; n++) found.push((await send('GET /api/buggy/tasks', { unchecked })).status)
    return found
  }
  const script = [['server-error'], ['server-error'], []]
  await own('PUT /faults', { json: { script } })
  t.strictSame(await statuses(7), [500, 500, 200, 200, 200, 200, 200])
  await own('PUT /faults', { json: { script, scriptEnd: 'repeat' } })
  t.strictSame(await statuses(7), [500, 500, 200, 500, 500, 200, 500])
  t.equal((await own('GET /faults')).json.ordinal, 7)
  await own('POST /reset')
  t.strictSame(await statuses(2), [500, 500], 'a reset begins the script again')
})

/** What stays of an answer where only the moment differs. */
function signature({ status, headers, json }: Reply): Json {
  return { status, json, injected: headers['fault-injected'] }
}

/** Requests of every kind, the n-th always the same. */
function requestNumber(n: number): [request: string, options: object] {
  const id = 1 + (n % 7)
  const all: [string, object][] = [
    ['GET /tasks?size=3', {}],
    ['POST /tasks', { json: { ...TASK, title: `Task ${n}` } }],
    [`GET /tasks/${id}`, {}],
    ['GET /tasks?search=TASK', {}],
    [`POST /tasks/${id}/comments`, { json: { text: 'A comment' } }],
    [`PUT /tasks/${id}`, { json: { ...TASK, title: `Task ${n} again` } }],
    ['GET /tasks/summary', {}],
    [`POST /tasks/${id}/reorder`, { json: { targetStatus: 'DONE', targetIndex: 0 } }],
    ['POST /tasks', { json: { title: '' } }],
    ['GET /tasks/9999', {}],
  ]
  return all[n % all.length] as [string, object]
}

async function play(board: TestBoard, count: number): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let n = 0; n < count; n++) {
    const [request, options] = requestNumber(n)
    const [method, path] = request.split(' ')
    replies.push(await board.send(`${method} /api/buggy${path}`, { ...options, unchecked }))
  }
  return replies
}

t.test(
  'the same seed and the same requests: the same faults, answer by answer, on two servers',
  async (t) => {
    // On PostgreSQL the tests run with the embedded store beside it.
    const store = await openStore('sqlite::memory:')
    const services = [await startFaulty(t, { store }), await startFaulty(t)] as const
    const played = await Promise.all(
      services.map(async (service) => {
        const board = await makeBoard(service)
        await board.own('PUT /faults', { json: { profile: 'stormy', seed: 7, disclose: true } })
        const replies = await play(board, 2000)
        return replies.map((reply) => JSON.stringify(signature(reply)).replaceAll(board.id, 'the board'))
      }),
    )
    t.strictSame(played[0], played[1])
    t.strictSame(services[0].delays, services[1].delays)
    t.ok(services[0].delays.length > 200)
  },
)

t.test('plan, journal, disclosure and answers agree for 5,000 requests', async (t) => {
  const service = await startFaulty(t)
  const board = await makeBoard(service)
  const settings = { profile: 'spec', seed: 4711, disclose: true }
  await board.own('PUT /faults', { json: settings })
  const plan: { ordinal: number; faults: string[]; delay: number | null }[] = []
  for (let from = 0; from < 5000; from += 1000) {
    const { json } = await board.own(`GET /faults/plan?from=${from}&count=1000`)
    t.match(json, { plan: 1, seed: 4711, ordinal: 0 })
    plan.push(...json.requests)
  }
  t.strictSame(
    plan.map(({ ordinal }) => ordinal),
    [...Array(5000).keys()],
  )
  const journal: Json[] = []
  const replies: Reply[] = []
  for (let n = 0; n < 5000; n++) {
    const [request, options] = requestNumber(n)
    const [method, path] = request.split(' ')
    replies.push(await board.send(`${method} /api/buggy${path}`, { ...options, unchecked }))
    if (replies.length % 1000 > 0) continue
    const pages = await Promise.all(
      [...Array(10).keys()].map((page) => board.own(`GET /requests?size=100&page=${page}`)),
    )
    journal.push(...pages.flatMap(({ json }) => json.content).reverse())
  }
  t.equal(journal.length, 5000)
  let injected = 0
  const delays: (number | null)[] = []
  for (const [n, { status, headers }] of replies.entries()) {
    const { faults = [], delay = null } = plan[n] ?? {}
    const entry = journal[n]
    const disclosed = headers['fault-injected']?.split(', ').map((fault) => fault.split(';')) ?? []
    const names = disclosed.map(([name]) => name)
    const agrees =
      entry.ordinal === n &&
      entry.number === n + 1 &&
      entry.status === status &&
      entry.requestId === headers['x-request-id'] &&
      JSON.stringify(entry.drawn) === JSON.stringify(faults) &&
      JSON.stringify(entry.changed) === JSON.stringify(names) &&
      disclosed.every(([name, ordinal]) => faults.includes(name ?? '') && ordinal === `ordinal=${n}`) &&
      faults.includes('server-error') === (status === 500)
    if (!agrees) t.fail(`request ${n}`, { entry, faults, disclosed, status })
    if (delay !== null) delays.push(delay)
    injected += names.length
  }
  t.ok(injected > 1000, `${injected} faults`)
  t.strictSame(service.delays.map(Math.round), delays)
})

t.test('the plan goes on from the next request unless asked otherwise', async (t) => {
  const service = await startFaulty(t)
  const board = await makeBoard(service)
  await board.own('PUT /faults', { json: { seed: 1 } })
  await play(board, 5)
  const { json } = await board.own('GET /faults/plan')
  t.equal(json.ordinal, 5)
  t.equal(json.requests.length, 100)
  t.equal(json.requests[0].ordinal, 5)
  for (const query of ['from=-1', 'count=0', 'count=1001', 'from=x']) {
    t.equal((await board.own(`GET /faults/plan?${query}`)).status, 400, query)
  }
})

t.test('plan 1 is the plan of the test vectors', async (t) => {
  const { plan } = JSON.parse(readFileSync(new URL('../chaos/plan-vectors.json', import.meta.url), 'utf8'))
  const service = await startFaulty(t)
  const { own } = await makeBoard(service)
  await own('PUT /faults', { json: { profile: 'spec', seed: plan.seed } })
  const { json } = await own(`GET /faults/plan?count=${plan.faults.length}`)
  t.equal(json.plan, 1)
  const drawn = json.requests.map(({ faults }: { faults: string[] }) => [...faults].sort().join(' '))
  const expected = plan.faults.map((faults: string) => faults.split(' ').sort().join(' '))
  t.strictSame(drawn, expected)
})
