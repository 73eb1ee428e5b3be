import t from 'tap'
import type { Fetch } from '../../../src/commands/check/exchange.js'
import { selectChecks } from '../../../src/commands/check/index.js'
import { runChecks } from '../../../src/commands/check/run.js'
import { startService } from '../../kit/helper.js'
import { fetchFrom, targetAt } from './helper.js'

const LIMITED = { status: 429, headers: { 'content-type': 'application/json' } }

/** A network that refuses every second request with 429, and the waits that this causes. */
function refuseEverySecond(send: Fetch, retryAfter: (now: number) => string | null) {
  const waits: number[] = []
  let count = 0
  const fetch: Fetch = async (url, init) => {
    if (count++ % 2 === 1) return send(url, init)
    const value = retryAfter(Date.now())
    return new Response('{}', { ...LIMITED, headers: { ...LIMITED.headers, ...(value && { 'retry-after': value }) } })
  }
  const wait = async (milliseconds: number) => waits.push(milliseconds)
  return { fetch, wait, waits }
}

t.test('a request that a rate limit refuses is sent again, and no check fails', async (t) => {
  const checks = selectChecks({ only: ['summary', 'login'] })
  const service = await startService(t)
  const { fetch, wait, waits } = refuseEverySecond(fetchFrom(service), () => '7')
  const results = await runChecks({
    target: targetAt('http://localhost:3000', fetch, { wait }),
    checks,
    variants: ['v1', 'v2'],
    wait: async (milliseconds) => {
      service.clock.now += milliseconds
    },
  })
  t.ok(results.length > 10)
  const failed = results.filter(({ status }) => status === 'failed')
  t.strictSame(failed, [])
  t.strictSame([...new Set(waits)], [7000], 'as long as the response says')
})

t.test('the wait follows Retry-After in seconds or as a date, and is one second by default', async (t) => {
  const cases: [value: (now: number) => string | null, least: number, most: number][] = [
    [() => '3', 3000, 3000],
    [() => '0', 1000, 1000],
    [(now) => new Date(now + 30_000).toUTCString(), 28_000, 30_000],
    [() => 'soon', 1000, 1000],
    [() => null, 1000, 1000],
  ]
  for (const [value, least, most] of cases) {
    const { fetch, wait, waits } = refuseEverySecond(async () => new Response(null, { status: 404 }), value)
    const [check] = selectChecks({ only: ['summary'] })
    if (check === undefined) throw new Error('There is no check')
    await runChecks({ target: targetAt('http://localhost', fetch, { wait }), checks: [check], variants: ['v1'] })
    const [first = 0] = waits
    t.ok(first >= least && first <= most, `${value(0)}: ${first} ms`)
  }
})

t.test('a limit that does not end, or is too long, ends the run without a result', async (t) => {
  for (const [retryAfter, attempts] of [
    ['1', 10],
    ['3600', 1],
  ] as const) {
    let count = 0
    const fetch: Fetch = async () => {
      count++
      return new Response('{"message":"Too many requests"}', { status: 429, headers: { 'retry-after': retryAfter } })
    }
    const run = runChecks({
      target: targetAt('http://localhost', fetch),
      checks: selectChecks({ only: ['summary'] }),
      variants: ['v1'],
    })
    await t.rejects(run, {
      message:
        /^[A-Z]+ http:\/\/localhost\/api\/v1\/\S+ returns 429 \(Too many requests\)\. Raise the rate limits of the server$/,
    })
    t.equal(count, attempts)
  }
})
