import { readFileSync } from 'node:fs'
import t from 'tap'
import { createBoard, startBoard, TASK, type TestBoard } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import type { Reply } from '../../kit/helper.js'
import { repeat } from '../../kit/length.js'
import { startFaulty, unchecked } from './faulty.js'

t.test('a script decides the faults of each request, and a reset restarts it', async (t) => {
  const { asOwner, send } = await startBoard(t)
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
      const replies = await play(board, repeat(100, 300))
      return replies.map(({ status, headers, json }) =>
        JSON.stringify([status, headers['fault-injected'], json]).replaceAll(board.id, 'the board'),
      )
    }),
  )
  t.strictSame(played[0], played[1])
  t.strictSame(services[0].delays, services[1].delays)
  t.ok(services[0].delays.length > repeat(15, 50))
})

/** How many requests are compared with their plan: before a release, all that a log keeps. */
const COMPARED = repeat(300, 1000)

t.test('plan, log, disclosed faults and responses agree for every request', async (t) => {
  const service = await startFaulty(t)
  const board = await createBoard(service)
  await board.asOwner('PUT /faults', { json: { profile: 'spec', seed: 4711, disclose: true } })
  const { json: plan } = await board.asOwner(`GET /faults/plan?count=${COMPARED}`)
  t.match(plan, { plan: 1, seed: 4711, ordinal: 0 })
  const ordinals = plan.requests.map(({ ordinal }: { ordinal: number }) => ordinal)
  t.strictSame(ordinals, [...Array(COMPARED).keys()])
  const replies = await play(board, COMPARED)
  const pages = await Promise.all(
    [...Array(COMPARED / 100).keys()].map((page) => board.asOwner(`GET /requests?size=100&page=${page}`)),
  )
  const log = pages.flatMap(({ json }) => json.content).reverse()
  t.equal(log.length, COMPARED)
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
  t.ok(count > COMPARED / 5, `${count} faults`)
  t.strictSame(service.delays.map(Math.round), delays)
})

t.test('the plan starts at the next request by default', async (t) => {
  const board = await createBoard(await startFaulty(t))
  await board.asOwner('PUT /faults', { json: { seed: 1 } })
  await play(board, 5)
  const { json } = await board.asOwner('GET /faults/plan')
  t.strictSame([json.ordinal, json.requests.length, json.requests[0].ordinal], [5, 100, 5])
  const { json: later } = await board.asOwner('GET /faults/plan?from=7&count=2')
  t.strictSame(later.requests, json.requests.slice(2, 4))
  for (const query of ['from=-1', 'count=0', 'count=1001', 'from=x']) {
    t.equal((await board.asOwner(`GET /faults/plan?${query}`)).status, 400, query)
  }
})

// Computed by another implementation, as in draw.test.ts.
t.test('the plan matches the published test vectors (decisions 36 and 43)', async (t) => {
  const { plan } = JSON.parse(readFileSync(new URL('../faults/plan-vectors.json', import.meta.url), 'utf8'))
  const { asOwner } = await startBoard(t)
  await asOwner('PUT /faults', { json: { profile: 'spec', seed: plan.seed } })
  const { json } = await asOwner(`GET /faults/plan?count=${plan.requests}`)
  t.match(json, { plan: 1, requests: { length: plan.requests } })
  for (const [fault, ordinals] of Object.entries(plan.ordinals)) {
    const drawn = json.requests.flatMap(({ faults }: { faults: string[] }, ordinal: number) =>
      faults.includes(fault) ? [ordinal] : [],
    )
    t.strictSame(drawn, ordinals, fault)
  }
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
