import t, { type Test } from 'tap'
import { readFaultPreference } from '../../../src/api/buggy/preference.js'
import { startBoard, TASK } from '../../kit/board.js'
import type { Reply, RequestOptions } from '../../kit/helper.js'

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Starts a service with a board that has one task and discloses faults. Delays are recorded instead of awaited. */
async function start(t: Test, settings: object = { disclose: true }) {
  const delays: number[] = []
  const { service, ...board } = await startBoard(t, { sleep: async (milliseconds) => delays.push(milliseconds) })
  await board.send('POST /api/v1/tasks', { json: { ...TASK, title: 'Apple' } })
  await board.asOwner('PUT /faults', { json: { profile: 'none', ...settings } })
  const prefer = (value: string, request = 'GET /tasks', options: RequestOptions = {}): Promise<Reply> => {
    const [method, path] = request.split(' ')
    const headers = { prefer: value, ...options.headers }
    return board.send(`${method} /api/buggy${path}`, { ...options, headers, unchecked: true })
  }
  return { ...board, service, prefer, delays }
}

/** The headers that name the accepted preference and the injected faults. */
function headersOf({ headers }: Reply): [string | undefined, string | undefined] {
  return [headers['preference-applied'], headers['fault-injected']]
}

t.test('the Prefer header selects the fault of a request', async (t) => {
  const { prefer, send, delays } = await start(t)
  const expected = (await send('GET /api/v1/tasks')).json

  const error = await prefer('fault=server-error', 'DELETE /tasks')
  t.equal(error.status, 500)
  t.strictSame(headersOf(error), ['fault=server-error', 'server-error'])
  t.strictSame((await send('GET /api/v1/tasks')).json, expected, 'the tasks are not deleted')

  const slow = await prefer('fault=slow-response')
  t.strictSame(slow.json, expected)
  t.strictSame(headersOf(slow), ['fault=slow-response', 'slow-response'])
  t.equal(delays.length, 1)
  t.ok((delays[0] ?? 0) >= 2000 && (delays[0] ?? 0) <= 5000)

  for (const [fault, request, changed] of [
    ['wrong-status', 'POST /tasks', { status: 200 }],
    ['missing-fields', 'GET /tasks/1', { status: 200 }],
    ['pagination', 'GET /tasks', { json: { totalElements: 2 } }],
    ['date-mix', 'GET /tasks/1', { status: 200 }],
    ['search-case', 'GET /tasks?search=apple', { json: { totalElements: 0 } }],
  ] as const) {
    const reply = await prefer(`fault=${fault}`, request, request.startsWith('POST') ? { json: TASK } : {})
    t.match(reply, changed, fault)
    t.strictSame(headersOf(reply), [`fault=${fault}`, fault])
  }
})

t.test('a selected fault that does not apply is accepted, but changes nothing (decision 58)', async (t) => {
  const { prefer } = await start(t)
  for (const [fault, request] of [
    ['wrong-status', 'GET /tasks'],
    ['pagination', 'GET /tasks/1'],
    ['missing-fields', 'GET /tasks/summary'],
    ['date-mix', 'GET /tasks/summary'],
    ['search-case', 'GET /tasks'],
    ['search-case', 'GET /tasks?search=1'],
    ['search-case', 'GET /tasks?search=Apple'],
    ['search-case', 'GET /tasks?search=apple&priority=LOW'],
    ['date-mix', 'GET /tasks/99'],
  ]) {
    t.strictSame(
      headersOf(await prefer(`fault=${fault}`, request)),
      [`fault=${fault}`, undefined],
      `${fault}: ${request}`,
    )
  }
})

t.test('the Prefer header selects several faults, or none', async (t) => {
  const { prefer, asOwner, delays } = await start(t)
  const both = await prefer('fault="date-mix slow-response"', 'GET /tasks/1')
  t.strictSame(headersOf(both), ['fault="slow-response date-mix"', 'slow-response, date-mix'])
  t.equal(delays.length, 1)
  await asOwner('PUT /faults', { json: { script: [['server-error']], scriptEnd: 'repeat', disclose: true } })
  const none = await prefer('fault=none')
  t.equal(none.status, 200)
  t.strictSame(headersOf(none), ['fault=none', undefined])
  t.equal((await prefer('return=minimal')).status, 500)
})

t.test('a request with a selected fault takes no place in the plan', async (t) => {
  const { prefer, asOwner } = await start(t, { script: [['server-error'], []], disclose: true })
  for (let count = 0; count < 3; count++) t.equal((await prefer('fault=none')).status, 200)
  t.equal((await asOwner('GET /faults')).json.ordinal, 0)
  const scripted = await prefer('wait=1')
  t.strictSame(headersOf(scripted), [undefined, 'server-error;ordinal=0'])
  const { content } = (await asOwner('GET /requests')).json
  const ordinals = content.map(({ ordinal }: { ordinal: number | null }) => ordinal)
  t.strictSame(ordinals, [0, null, null, null, null])
})

t.test('ignores an unknown or malformed preference', async (t) => {
  const { prefer } = await start(t)
  for (const value of ['fault=unknown', 'fault', 'fault=', 'fault=""', 'faults=date-mix', 'x;fault=date-mix', '"']) {
    const reply = await prefer(value, 'GET /tasks/1')
    t.equal(reply.status, 200, value)
    t.strictSame(headersOf(reply), [undefined, undefined], value)
    t.match([reply.json.createdAt, reply.json.updatedAt], [ISO, ISO], value)
  }
})

t.test('ignores the Prefer header if the board does not allow it', async (t) => {
  const { prefer } = await start(t, { force: false })
  const reply = await prefer('fault=server-error')
  t.equal(reply.status, 200)
  t.strictSame(headersOf(reply), [undefined, undefined])
})

t.test('the Prefer header works only on buggy, also on the default board', async (t) => {
  const { service, send } = await start(t)
  const headers = { prefer: 'fault=server-error' }
  const plain = await send('GET /api/v1/tasks', { headers })
  t.equal(plain.status, 200)
  t.strictSame(headersOf(plain), [undefined, undefined])
  t.equal((await service.send('GET /api/buggy/tasks', { headers, unchecked: true })).status, 500)
})

t.test('faults are not named unless the board discloses them', async (t) => {
  const { prefer } = await start(t, {})
  const { status, headers } = await prefer('fault=server-error')
  t.strictSame([status, headers['fault-injected']], [500, undefined])
})

t.test('CORS allows the Prefer header and exposes the headers about faults', async (t) => {
  const { prefer, service } = await start(t)
  const origin = 'https://page.example'
  const { headers } = await prefer('fault=server-error', 'GET /tasks', { headers: { origin } })
  const exposed = headers['access-control-expose-headers']?.split(', ')
  t.ok(exposed?.includes('Preference-Applied') && exposed.includes('Fault-Injected'))
  const preflight = await service.send('OPTIONS /api/buggy/tasks', {
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'prefer' },
  })
  t.equal(preflight.headers['access-control-allow-headers'], 'prefer')
})

const HEADERS: [header: string | string[] | undefined, faults: string[] | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['fault=date-mix', ['date-mix']],
  ['Fault=Date-Mix', ['date-mix']],
  ['  fault = "date-mix" ', ['date-mix']],
  ['respond-async, fault=date-mix; x=1', ['date-mix']],
  ['respond-async; y="a, fault=none", fault=date-mix', ['date-mix']],
  ['x="fault=none", fault=date-mix', ['date-mix']],
  ['fault="date\\-mix"', ['date-mix']],
  ['fault="date-mix  nonsense slow-response"', ['slow-response', 'date-mix']],
  ['fault="date-mix date-mix"', ['date-mix']],
  ['fault=none', []],
  ['fault="none"', []],
  ['fault="none date-mix"', ['date-mix']],
  ['fault=date-mix, fault=server-error', ['date-mix']],
  [['wait=5', 'fault=date-mix'], ['date-mix']],
  ['fault="date-mix', undefined],
  // So long that parsing in quadratic time would not finish.
  [`fault=${'x'.repeat(1e6)}`, undefined],
  ['x="'.repeat(3e5), undefined],
  [`"${'\\"'.repeat(5e5)}\\`, undefined],
  [`fault=${' '.repeat(1e6)}(`, undefined],
  [`fault${' '.repeat(1e6)}x`, undefined],
  [`fault=date-mix${' '.repeat(1e6)}`, ['date-mix']],
]

t.test('reads the preference as RFC 7240 defines it', async (t) => {
  for (const [header, faults] of HEADERS) {
    t.strictSame(readFaultPreference(header)?.faults, faults, String(header).slice(0, 60))
  }
})
