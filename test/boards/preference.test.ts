import t, { type Test } from 'tap'
import { readFaultPreference } from '../../src/chaos/preference.js'
import { NO_FAULTS, type Reply, type RequestOptions, startService } from '../helper.js'
import { makeBoard, TASK } from './board.js'

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** A board with one task, whose owner wants to know everything. */
async function start(t: Test, settings: object = { disclose: true }) {
  const delays: number[] = []
  const service = await startService(t, {
    rates: NO_FAULTS,
    sleep: async (milliseconds) => delays.push(milliseconds),
  })
  const board = await makeBoard(service)
  await board.send('POST /api/v1/tasks', { json: { ...TASK, title: 'Apple' } })
  await board.own('PUT /faults', { json: { profile: 'none', ...settings } })
  const ask = (prefer: string, request = 'GET /tasks', options: RequestOptions = {}): Promise<Reply> => {
    const [method, path] = request.split(' ')
    const headers = { prefer, ...options.headers }
    return board.send(`${method} /api/buggy${path}`, { ...options, headers, unchecked: true })
  }
  return { ...board, service, ask, delays }
}

function applied({ headers }: Reply): [string | undefined, string | undefined] {
  return [headers['preference-applied'], headers['fault-injected']]
}

t.test('a request gets the fault that it asks for, and no other', async (t) => {
  const { ask, send, delays } = await start(t)
  const right = (await send('GET /api/v1/tasks')).json

  const error = await ask('fault=server-error', 'DELETE /tasks')
  t.equal(error.status, 500)
  t.strictSame(applied(error), ['fault=server-error', 'server-error'])
  t.strictSame((await send('GET /api/v1/tasks')).json, right, 'and nothing was done')

  const slow = await ask('fault=slow-response')
  t.strictSame(slow.json, right)
  t.strictSame(applied(slow), ['fault=slow-response', 'slow-response'])
  t.equal(delays.length, 1)
  t.ok((delays[0] ?? 0) >= 2000 && (delays[0] ?? 0) <= 5000)

  const created = await ask('fault=wrong-status', 'POST /tasks', { json: TASK })
  t.equal(created.status, 200)
  t.strictSame(applied(created), ['fault=wrong-status', 'wrong-status'])
  t.equal((await send(`GET /api/v1/tasks/${created.json.id}`)).status, 200, 'it is made all the same')

  const missing = await ask('fault=missing-fields', 'GET /tasks/1')
  const absent = ['description', 'priority'].filter((field) => !(field in missing.json))
  t.equal(absent.length, 1)
  t.strictSame(applied(missing), ['fault=missing-fields', 'missing-fields'])

  const paged = (await ask('fault=pagination')).json
  t.equal(Math.abs(paged.totalPages - 1) + Math.abs(paged.currentPage), 1)

  const mixed = (await ask('fault=date-mix', 'GET /tasks/1')).json
  const kinds = [mixed.createdAt, mixed.updatedAt].map((moment) => typeof moment).sort()
  t.strictSame(kinds, ['number', 'string'])
  t.match(
    [mixed.createdAt, mixed.updatedAt].find((moment) => typeof moment === 'string'),
    ISO,
  )

  const asWritten = await ask('fault=search-case', 'GET /tasks?search=apple')
  t.equal(asWritten.json.totalElements, 0)
  t.strictSame(applied(asWritten), ['fault=search-case', 'search-case'])
  const found = await ask('fault=search-case', 'GET /tasks?search=Apple')
  t.equal(found.json.totalElements, 1)
  t.strictSame(
    applied(found),
    ['fault=search-case', undefined],
    'nothing is missing that is found as written',
  )
})

t.test('a fault that does not apply changes nothing, and is not disclosed', async (t) => {
  const { ask } = await start(t)
  for (const [fault, request] of [
    ['wrong-status', 'GET /tasks'],
    ['pagination', 'GET /tasks/1'],
    ['missing-fields', 'GET /tasks/summary'],
    ['date-mix', 'GET /tasks/summary'],
    ['search-case', 'GET /tasks'],
    ['search-case', 'GET /tasks?search=1'],
    ['date-mix', 'GET /tasks/99'],
  ]) {
    t.strictSame(
      applied(await ask(`fault=${fault}`, request)),
      [`fault=${fault}`, undefined],
      `${fault}: ${request}`,
    )
  }
})

t.test('several faults, or none', async (t) => {
  const { ask, own, delays } = await start(t)
  const both = await ask('fault="date-mix slow-response"', 'GET /tasks/1')
  t.strictSame(applied(both), ['fault="slow-response date-mix"', 'slow-response, date-mix'])
  t.equal(delays.length, 1)
  await own('PUT /faults', { json: { script: [['server-error']], scriptEnd: 'repeat', disclose: true } })
  const none = await ask('fault=none')
  t.equal(none.status, 200)
  t.strictSame(applied(none), ['fault=none', undefined])
  t.equal((await ask('return=minimal')).status, 500)
})

t.test('what is asked for uses up no ordinal number', async (t) => {
  const { ask, own } = await start(t, { script: [['server-error'], []], disclose: true })
  for (let count = 0; count < 3; count++) t.equal((await ask('fault=none')).status, 200)
  t.equal((await own('GET /faults')).json.ordinal, 0)
  const scripted = await ask('wait=1')
  t.strictSame(applied(scripted), [undefined, 'server-error;ordinal=0'])
  const { content } = (await own('GET /requests')).json
  t.strictSame(
    content.map(({ ordinal }: { ordinal: number | null }) => ordinal),
    [0, null, null, null, null],
  )
})

t.test('a wish that is not understood is ignored', async (t) => {
  const { ask } = await start(t)
  for (const prefer of [
    'fault=unknown',
    'fault',
    'fault=',
    'fault=""',
    'faults=date-mix',
    'x;fault=date-mix',
    '"',
  ]) {
    const reply = await ask(prefer, 'GET /tasks/1')
    t.equal(reply.status, 200, prefer)
    t.strictSame(applied(reply), [undefined, undefined], prefer)
    t.match([reply.json.createdAt, reply.json.updatedAt], [ISO, ISO], prefer)
  }
})

t.test('a board may allow no wishes', async (t) => {
  const { ask } = await start(t, { force: false })
  const reply = await ask('fault=server-error')
  t.equal(reply.status, 200)
  t.strictSame(applied(reply), [undefined, undefined])
})

t.test('only the buggy variant hears them, and the default board does too', async (t) => {
  const { service, send } = await start(t)
  const headers = { prefer: 'fault=server-error' }
  const plain = await send('GET /api/v1/tasks', { headers })
  t.equal(plain.status, 200)
  t.strictSame(applied(plain), [undefined, undefined])
  t.equal((await service.send('GET /api/buggy/tasks', { headers, unchecked: true })).status, 500)
})

t.test('without disclosure faults are not named', async (t) => {
  const { ask } = await start(t, {})
  const { status, headers } = await ask('fault=server-error')
  t.equal(status, 500)
  t.equal(headers['fault-injected'], undefined)
})

t.test('web pages may ask, and see what was applied', async (t) => {
  const { ask, service } = await start(t)
  const origin = 'https://page.example'
  const { headers } = await ask('fault=server-error', 'GET /tasks', { headers: { origin } })
  const exposed = headers['access-control-expose-headers']?.split(', ')
  t.ok(exposed?.includes('Preference-Applied') && exposed.includes('Fault-Injected'))
  const preflight = await service.send('OPTIONS /api/buggy/tasks', {
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'prefer' },
  })
  t.equal(preflight.headers['access-control-allow-headers'], 'prefer')
})

const WRITTEN: [header: string | string[] | undefined, faults: string[] | undefined][] = [
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
  // So long that whoever looks at a part of them twice does not come to an end.
  [`fault=${'x'.repeat(1e6)}`, undefined],
  ['x="'.repeat(3e5), undefined],
  [`"${'\\"'.repeat(5e5)}\\`, undefined],
  [`fault=${' '.repeat(1e6)}(`, undefined],
  [`fault${' '.repeat(1e6)}x`, undefined],
  [`fault=date-mix${' '.repeat(1e6)}`, ['date-mix']],
]

for (const [header, faults] of WRITTEN) {
  t.test(`RFC 7240: ${String(header).slice(0, 60)}`, async (t) => {
    t.strictSame(readFaultPreference(header)?.faults, faults)
  })
}
