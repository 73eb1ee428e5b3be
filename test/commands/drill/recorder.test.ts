import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startService } from '../../../src/app/library/start.js'
import { attemptsIn } from '../../../src/rules/client-habits/attempts.js'
import { judge } from '../../../src/rules/client-habits/judge.js'
import type { Observation } from '../../../src/rules/client-habits/observation.js'
import { pending } from '../../kit/pending.js'

/** Starts a service that passes its requests to a drill, and gives each request to buggy the same faults. */
async function startDrill(t: Test, faults: string[] = [], clock?: () => number) {
  const seen: Observation[] = []
  /** Resolves when a request to buggy has begun. */
  const { promise: beginning, resolve: begun } = pending()
  const faultsOf = () => {
    begun()
    return faults
  }
  const record = (request: Observation) => {
    seen.push(request)
    return undefined
  }
  const service = await startService(
    { accessTokenTtl: 60, ...(clock && { clock }) },
    { drill: { seed: 1, delay: [300, 300], faultsOf, record } },
  )
  t.teardown(() => service.close())
  /** Returns the requests, when as many were recorded. */
  async function recorded(count: number): Promise<Observation[]> {
    while (seen.length < count) await sleep(5)
    return seen
  }
  return { ...service, recorded, beginning }
}

const json = { 'content-type': 'application/json' }
const TASK = JSON.stringify({ title: 'Buy milk', status: 'TODO' })

t.test('a drill gets each request with its times, its faults and the created resource', async (t) => {
  const { apis, recorded } = await startDrill(t, ['slow-response'])
  const headers = { ...json, 'x-request-id': 'mine', prefer: 'respond-async, wait=2' }
  const before = performance.now()
  const response = await fetch(`${apis.buggy}/tasks`, { method: 'POST', headers, body: TASK })
  t.equal(response.status, 201)
  await response.text()
  const [request] = await recorded(1)
  t.match(request, {
    requestId: 'mine',
    idempotencyKey: null,
    method: 'POST',
    target: '/tasks',
    bodyHash: /^[\w-]{12}$/,
    status: 201,
    isDisconnected: false,
    faults: ['slow-response'],
    retryAfter: null,
    created: '/tasks/1',
    deadline: 2000,
    token: null,
    refreshToken: null,
    hasExpiredToken: false,
  })
  const { arrivedAt = 0, endedAt = 0 } = request ?? {}
  t.ok(arrivedAt >= before)
  t.ok(endedAt - arrivedAt >= 295, 'the delay is part of the time')
})

t.test('a body that arrives after its headers has the same hash, also if a fault answers the request', async (t) => {
  for (const fault of ['server-error', 'connection-reset']) {
    const { port, recorded } = await startDrill(t, [fault])
    const headers = `POST /api/buggy/tasks HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${TASK.length}\r\n\r\n`
    for (const parts of [[headers + TASK], [headers, TASK]]) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      for (const part of parts) {
        socket.write(part)
        await sleep(50)
      }
      socket.end()
    }
    const [whole, divided] = await recorded(2)
    t.match(divided, { bodyHash: whole?.bodyHash, faults: [fault] }, fault)
    t.type(whole?.bodyHash, 'string')
  }
})

t.test('the body of a create whose operation was replaced has the same hash as that of its repetition', async (t) => {
  const faults: string[] = []
  const { apis, recorded } = await startDrill(t, faults)
  let count = 0
  for (const [fault, expected] of [
    ['server-error', { status: 500 }],
    ['connection-reset', { status: 444 }],
    ['rate-limited', { status: 429, retryAfter: { delay: Number } }],
    ['lost-response', { status: 444, created: /^\/tasks\/\d+$/ }],
    ['truncated-body', { status: 201, created: /^\/tasks\/\d+$/, isDisconnected: false }],
  ] as const) {
    faults.push(fault)
    const send = async (body: string) => {
      const headers = { ...json, 'idempotency-key': 'key', 'x-request-id': String(Math.random()) }
      const response = await fetch(`${apis.buggy}/tasks`, { method: 'POST', headers, body }).catch(() => undefined)
      await response?.text().catch(() => {})
    }
    await send(TASK)
    faults.length = 0
    await send(TASK)
    await send(TASK.replace('milk', 'tea'))
    count += 3
    const requests = (await recorded(count)).slice(-3)
    const [first, second, other] = requests.toSorted((a, b) => a.arrivedAt - b.arrivedAt)
    t.match(first, { ...expected, faults: [fault], isDisconnected: false, idempotencyKey: /^[\w-]{12}$/ }, fault)
    t.equal(first?.bodyHash, second?.bodyHash)
    t.not(first?.bodyHash, other?.bodyHash)
  }
})

t.test('a client that waits for 100 Continue before it sends the body gets its response', async (t) => {
  const { port, recorded } = await startDrill(t)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/buggy/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${TASK.length}\r\n\r\n`,
  )
  const [interim] = await once(socket, 'data')
  t.match(String(interim), /^HTTP\/1\.1 100 /)
  socket.write(TASK)
  const [request] = await recorded(1)
  t.match(request, { status: 201, bodyHash: /./ })
  socket.destroy()
})

t.test('a request without a body has no hash, and a client that disconnects has the status 499', async (t) => {
  const { apis, port, recorded, beginning } = await startDrill(t, ['slow-response'])
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${new URL(apis.buggy).pathname}/tasks?page=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  await beginning
  socket.destroy()
  const [request] = await recorded(1)
  t.match(request, { target: '/tasks?page=1', bodyHash: null, status: 499, isDisconnected: true, deadline: null })
})

t.test('tokens are recorded as hashes, and expired ones are recognised', async (t) => {
  let now = Date.now()
  const { apis, recorded } = await startDrill(t, [], () => now)
  const post = async (path: string, body: object) =>
    (await (
      await fetch(apis.v2 + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
    ).json()) as Record<string, string>
  const { token, refreshToken } = await post('/auth/login', { username: 'user', password: 'user123' })
  const list = async (bearer: string) => {
    const response = await fetch(`${apis.v2}/tasks`, { headers: { authorization: `Bearer ${bearer}` } })
    await response.text()
  }
  await list(String(token))
  now += 61_000
  await list(String(token))
  const next = await post('/auth/refresh', { refreshToken })
  await list(String(next.token))
  await list('wrong')
  const requests = (await recorded(6)).toSorted((a, b) => a.arrivedAt - b.arrivedAt)
  const [, first, refused, refresh, second, wrong] = requests
  t.strictSame(
    requests.map(({ status, hasExpiredToken }) => [status, hasExpiredToken]),
    [
      [200, false],
      [200, false],
      [403, true],
      [200, false],
      [200, false],
      [403, false],
    ],
  )
  t.equal(first?.token, refused?.token)
  t.not(second?.token, first?.token)
  t.not(wrong?.token, null)
  t.match(refresh, { target: '/auth/refresh', refreshToken: /^[\w-]{12}$/ })
  t.notMatch(JSON.stringify(requests), String(refreshToken), 'no secret is kept')
})

t.test('a drill has no random faults, and `Prefer` chooses none (decision 153)', async (t) => {
  const { apis, recorded } = await startDrill(t)
  for (let count = 0; count < 20; count++) {
    const response = await fetch(`${apis.buggy}/tasks`, { headers: { prefer: 'fault=server-error' } })
    t.strictSame([response.status, response.headers.get('preference-applied')], [200, null])
    await response.text()
  }
  t.ok((await recorded(20)).every(({ faults }) => faults.length === 0))
})

t.test('times and Retry-After stay right when the clock of the machine is set (decision 152)', async (t) => {
  const HOUR = 3_600_000
  let offset = 0
  const { apis, recorded } = await startDrill(t, ['unavailable'], () => Date.now() + offset)
  for (const hours of [0, 1, -2]) {
    offset = hours * HOUR
    // Every second response or so has a date instead of seconds.
    for (let count = 0; count < 10; count++) await (await fetch(`${apis.buggy}/tasks`)).text()
  }
  const requests = await recorded(30)
  for (const { retryAfter } of requests)
    t.ok(Math.abs(Number(retryAfter?.delay) - 1500) <= 1600, String(retryAfter?.delay))
  t.ok(requests.some(({ retryAfter }) => retryAfter?.isDate))
  const times = requests.flatMap(({ arrivedAt, endedAt }) => [arrivedAt, endedAt])
  t.ok(Math.max(...times) - Math.min(...times) < HOUR)
  for (const { reason } of judge(requests, { endedAt: performance.now(), wasStopped: true })) {
    t.match(reason, /allowed it after [0-3]\.\d\d s|The drill ended before/)
  }
})

t.test('requests of one trace are not attempts of one request (decision 152)', async (t) => {
  const { apis, recorded } = await startDrill(t)
  const headers = { ...json, 'x-request-id': 'trace' }
  const urls = [0, 1, 2, 0].map((page) => `${apis.buggy}/tasks?page=${page}`)
  for (const url of urls) await (await fetch(url, { headers })).text()
  for (const body of [TASK, TASK.replace('milk', 'tea')]) {
    await (await fetch(`${apis.buggy}/tasks`, { method: 'POST', headers, body })).text()
  }
  const attempts = attemptsIn(await recorded(6))
  const counts = attempts.all.map((request) => attempts.of(request).length)
  t.strictSame(counts, [2, 1, 1, 2, 1, 1])
})
