import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { exactInterval } from '../../../src/commands/check/binomial.js'
import { NoResponse } from '../../../src/commands/check/exchange.js'
import { measureRates } from '../../../src/commands/check/rates.js'
import { NO_FAULTS, startService } from '../../kit/helper.js'
import { repeat } from '../../kit/length.js'
import { fetchFrom, targetAt } from './helper.js'

t.test('the interval is that of Clopper and Pearson', async (t) => {
  // Published values, such as those of R: binom.test(7, 20)$conf.int.
  const cases: [count: number, trials: number, lower: number, upper: number][] = [
    [0, 10, 0, 0.3085],
    [10, 10, 0.6915, 1],
    [7, 20, 0.1539, 0.5922],
    [5, 10, 0.1871, 0.8129],
    [1, 100, 0.0003, 0.0545],
    [100, 1000, 0.0821, 0.1203],
  ]
  for (const [count, trials, lower, upper] of cases) {
    const bounds = exactInterval(count, trials, 0.95).map((bound) => Number(bound.toFixed(4)))
    t.strictSame(bounds, [lower, upper], `${count} of ${trials}`)
  }
  const [lower, upper] = exactInterval(10_000, 100_000, 0.999)
  t.ok(lower > 0.0968 && lower < 0.097 && upper > 0.103 && upper < 0.1033, `${lower} ${upper}`)
})

/** How many requests the rates are measured with. */
const REQUESTS = repeat(700, 2000)

t.test('rates are measured on request, and pass within the exact interval', async (t) => {
  const service = await startService(t, { rates: {}, faultSeed: 7, sleep: async () => {} })
  const rates = await measureRates(targetAt('http://localhost:3000', fetchFrom(service, true)), REQUESTS)
  const byName = new Map(rates.map((rate) => [rate.fault, rate]))
  t.equal(rates.length, 7)
  for (const { fault, status, count, requests, lower, upper } of rates) {
    t.ok(requests >= 0.3 * REQUESTS && lower <= count / requests && count / requests < upper, fault)
    // The delays of this service are replaced.
    t.equal(status, fault === 'slow-response' ? 'failed' : 'passed', `${fault}: ${count} of ${requests}`)
  }
  t.match(byName.get('server-error'), { promised: 0.1, requests: REQUESTS })
})

t.test('rates are measured in the earlier edition, too', async (t) => {
  const service = await startService(t, { edition: earlier, rates: { ...NO_FAULTS, 'search-case': 0.2 }, faultSeed: 7 })
  const target = targetAt('http://localhost:3000', fetchFrom(service, true), { edition: 'earlier' })
  const passed = (await measureRates(target, repeat(400, 1000))).filter(({ status }) => status === 'passed')
  const names = passed.map(({ fault }) => fault)
  t.strictSame(names, ['search-case'])
})

t.test('faults that never occur, or occur too often, fail', async (t) => {
  const service = await startService(t, { rates: { 'server-error': 0, 'wrong-status': 0.5 }, sleep: async () => {} })
  const rates = await measureRates(targetAt('http://localhost:3000', fetchFrom(service, true)), 400)
  const failed = rates.filter(({ status }) => status === 'failed').map(({ fault }) => fault)
  t.ok(failed.includes('server-error') && failed.includes('wrong-status'), failed.join())
})

t.test('a service that always fails has no rates of successful requests', async (t) => {
  const fail = async () => new Response('{}', { status: 500 })
  const rates = await measureRates(targetAt('http://localhost:3000', fail), 10)
  const serverErrors = rates.find(({ fault }) => fault === 'server-error')
  t.match(serverErrors, { count: 10, requests: 10, status: 'failed' })
  const pagination = rates.find(({ fault }) => fault === 'pagination')
  t.match(pagination, { count: 0, requests: 0, lower: 0, upper: 1 })
})

t.test('requests without a response do not count', async (t) => {
  let requests = 0
  const target = targetAt('http://localhost:3000', async () => {
    if (requests++ > 10) throw new Error('the connection is closed')
    return new Response('{}')
  })
  t.match(await measureRates(target, 20), [{ fault: 'server-error', requests: 7 }])
  requests = 0
  const silent = targetAt('http://localhost:3000', async () => {
    if (requests++ > 3) throw new Error('the connection is closed')
    return new Response('{}')
  })
  await t.rejects(measureRates(silent, 20), new NoResponse('There is no response'))
})

t.test('a slow response is measured by its time', async (t) => {
  let requests = 0
  const slow = async () => {
    if (requests++ % 8 === 7) await new Promise((resolve) => setTimeout(resolve, 2000))
    return new Response(
      '{"content":[{"title":"NEEDLE","description":null,"priority":"LOW"}],"totalElements":3,"totalPages":2,"currentPage":0}',
    )
  }
  const rates = await measureRates(targetAt('http://localhost:3000', slow), 80)
  const measured = rates.find(({ fault }) => fault === 'slow-response')
  t.ok(measured !== undefined && measured.count >= 8 && measured.status === 'passed', JSON.stringify(measured))
})
