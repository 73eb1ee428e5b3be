import t from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import { SPECIFIED } from '../../kit/helper.js'
import { startFaulty, unchecked } from './faulty.js'

const NAMES = FAULTS.map(({ name }) => name)

const DEFAULT_RATES = Object.fromEntries(FAULTS.map(({ name, rate }) => [name, rate]))

const ZERO_RATES = Object.fromEntries(NAMES.map((name) => [name, 0]))

t.test('a new board has the fault rates of the server', async (t) => {
  const { asOwner } = await startBoard(t, { rates: { 'date-mix': 0.5 }, delay: [1, 2] })
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
  const { asOwner } = await startBoard(t)
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
  const { asOwner } = await startBoard(t)
  const ratesOf = async (profile: string) => (await asOwner('PUT /faults', { json: { profile } })).json.rates
  t.strictSame(await ratesOf('spec'), DEFAULT_RATES)
  t.strictSame(await ratesOf('none'), ZERO_RATES)
  for (const [profile, factor] of Object.entries({ calm: 0.2, stormy: 3 })) {
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
  const { asOwner } = await startBoard(t)
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
  const { asOwner } = await startBoard(t)
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
  const { asOwner } = await startBoard(t)
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
