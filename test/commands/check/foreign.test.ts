import { createServer, type RequestListener } from 'node:http'
import t, { type Test } from 'tap'
import { CHECKS } from '../../../src/commands/check/areas.js'
import { type Fetch, Unreachable } from '../../../src/commands/check/exchange.js'
import { runChecks } from '../../../src/commands/check/run.js'
import { toTimestamp } from '../../../src/contract/time.js'
import { startService } from '../../kit/helper.js'
import { listen } from '../../kit/listen.js'
import { fetchFrom, runInProcess, targetAt } from './helper.js'
import { failing, respond } from './serve.js'

/** Bodies that a foreign implementation can send for every request. */
const BODIES: Record<string, [status: number, body: string | null]> = {
  nothing: [200, null],
  null: [200, 'null'],
  number: [200, '5'],
  array: [200, '[null]'],
  'empty object': [200, '{}'],
  'strange page': [200, '{"content": [null, 5, {"id": "x"}], "totalElements": "many"}'],
  'strange task': [201, '{"id": 1, "checklistItems": null, "comments": 5, "attachments": {}, "errors": []}'],
  'token that is not a JWT': [200, '{"token": "x", "refreshToken": 5, "id": 1}'],
  'cut JSON': [200, '{"id": 1, "content": ['],
  HTML: [200, '<!doctype html>'],
  error: [500, 'Internal Server Error'],
  redirect: [302, null],
}

const WAIT = async () => {}

for (const [name, [status, body]] of Object.entries(BODIES)) {
  t.test(`a server that always sends ${name} fails checks, and every check ends`, async (t) => {
    const target = targetAt('http://localhost:3000', respond(status, body))
    const variants = ['v1', 'v2'] as const
    const results = await runChecks({ target, checks: CHECKS, variants, wait: WAIT })
    const failed = results.filter(({ status }) => status === 'failed')
    for (const { id } of failed) failing.add(id)
    t.ok(failed.length > results.length * 0.6, `${failed.length} of ${results.length}`)
    const unexplained = failed.filter(({ expected }) => expected === undefined)
    const ids = unexplained.map(({ id }) => id)
    t.strictSame(ids, [], 'every failure says what was expected')
  })
}

t.test('no check passes whatever a server sends', async (t) => {
  let count = 0
  const changing: Fetch = async () => new Response(JSON.stringify({ message: ++count }), { status: 401 })
  const openChecks = () =>
    CHECKS.filter(({ id, variants, editions }) => {
      return !failing.has(id) && editions.includes('current') && variants.some((name) => name !== 'buggy')
    })
  for (const fetch of [...[400, 403, 404].map((status) => respond(status, '{}')), changing]) {
    const target = targetAt('http://localhost:3000', fetch)
    const results = await runChecks({ target, checks: openChecks(), variants: ['v1', 'v2'], wait: WAIT })
    for (const { id, status } of results) if (status === 'failed') failing.add(id)
  }
  const open = openChecks().map(({ id }) => id)
  t.strictSame(open, [])
})

/** Starts a server, and returns its base URL. */
const serve = async (t: Test, listener: RequestListener) => (await listen(t, createServer(listener))).url

t.test('a server that never responds ends the run after three checks', async (t) => {
  const url = await serve(t, () => {})
  const target = targetAt(url, fetch, { timeout: 20 })
  const results: string[] = []
  const run = runChecks({
    target,
    checks: CHECKS,
    variants: ['v1'],
    wait: WAIT,
    onResult: ({ actual }) => results.push(String(actual)),
  })
  await t.rejects(run, new Unreachable('There is no complete response within 20 ms'))
  t.strictSame(results, Array(3).fill('There is no complete response within 20 ms'))
})

t.test('a server that does not respond now and then is checked to the end', async (t) => {
  const checks = CHECKS.filter(({ waits }) => !waits).slice(0, 9)
  let done = 0
  const target = targetAt('http://localhost:3000', async () => {
    if (done % 3 === 2) return new Response('{}', { status: 404 })
    throw new Error('the connection is closed')
  })
  const results = await runChecks({ target, checks, variants: ['v1'], onResult: () => ++done })
  t.equal(results.length, checks.length)
})

t.test('a server that never changes `updatedAt`, or always, fails all checks of it', async (t) => {
  const service = await startService(t)
  const send = fetchFrom(service, true)
  const frozen = toTimestamp(service.clock.now)
  for (const [rule, updatedAt] of [
    [/refreshes-updated-at/, () => frozen],
    [/keeps?-(\w+-)?updated-at/, () => toTimestamp(service.clock.now)],
  ] as const) {
    const checks = CHECKS.filter(({ id, editions }) => rule.test(id) && editions.includes('current'))
    const changing: Fetch = async (url, init) => {
      const { status, headers, body } = await send(url, init)
      const text = body && (await new Response(body).text())
      return new Response(text?.replace(/"updatedAt":"[^"]+"/g, `"updatedAt":"${updatedAt()}"`), { status, headers })
    }
    const results = await runInProcess(service, checks, ['v1'], { fetch: changing })
    t.ok(results.length >= 3)
    const passed = results.filter(({ status }) => status === 'passed').map(({ id }) => id)
    t.strictSame(passed, [])
  }
})

t.test('a response that never ends fails the check', async (t) => {
  const endless = await serve(t, (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1000)), 5)
    response.on('close', () => clearInterval(timer))
  })
  const huge = await serve(t, (_request, response) => response.end(Buffer.alloc(33 * 1_048_576)))
  for (const [url, message] of [
    [endless, 'There is no complete response within 200 ms'],
    [huge, 'There is no complete response: the response is too large'],
  ] as const) {
    const run = runChecks({
      target: targetAt(url, fetch, { timeout: url === huge ? 10_000 : 200 }),
      checks: CHECKS.slice(0, 3),
      variants: ['v1'],
    })
    await t.rejects(run, new Unreachable(message))
  }
})

t.test('a check of v2 fails if the login fails, and later logins are not sent', async (t) => {
  let logins = 0
  const target = targetAt('http://localhost:3000', async (url) => {
    if (url.endsWith('/auth/login')) logins++
    return new Response('{}', { status: 401 })
  })
  const checks = CHECKS.filter(({ area }) => area === 'summary')
  const results = await runChecks({ target, checks, variants: ['v2'] })
  t.ok(results.every(({ status }) => status === 'failed'))
  t.equal(logins, 1)
})

t.test('a login without a response is sent again by the next check', async (t) => {
  let logins = 0
  const target = targetAt('http://localhost:3000', async (url) => {
    if (url.endsWith('/auth/login') && ++logins < 3) throw new Error('the connection is closed')
    return new Response('{"token": "x"}', { status: 200 })
  })
  await runChecks({ target, checks: CHECKS.slice(0, 3), variants: ['v2'] })
  t.equal(logins, 3)
})

t.test('a check of buggy passes if one of 8 attempts passes', async (t) => {
  const checks = CHECKS.filter(({ id }) => ['create/returns-201', 'replace/keeps-created-at'].includes(id))
  const task = JSON.stringify({ id: 1, createdAt: '2026-01-01T00:00:00Z' })
  for (const [failures, status] of [
    [7, 'passed'],
    [30, 'failed'],
  ] as const) {
    let requests = 0
    const target = targetAt('http://localhost:3000', async () => {
      return requests++ < failures ? new Response('', { status: 500 }) : new Response(task, { status: 201 })
    })
    const results = await runChecks({ target, checks, variants: ['buggy'], wait: WAIT })
    const statuses = results.map((result) => result.status)
    t.strictSame(statuses, [status, status === 'passed' ? 'passed' : 'failed'])
  }
})

t.test('required checks of comments do not need the body of the response to POST', async (t) => {
  const task = JSON.stringify({ id: 1, comments: [{ id: 5, text: 'Hello' }] })
  const target = targetAt('http://localhost:3000', async (url) => {
    return new Response(url.endsWith('/comments') ? '' : task, { status: url.endsWith('/1') ? 200 : 201 })
  })
  const checks = CHECKS.filter(({ id }) => id === 'comments/appears-on-task')
  t.match(await runChecks({ target, checks, variants: ['v1'] }), [{ status: 'passed' }])
})

t.test('every password is sent as it is', async (t) => {
  const user = { username: 'user', password: 'a"{b}\\ {c' }
  const sent: unknown[] = []
  const target = targetAt('http://localhost:3000', async (_url, { body }) => {
    sent.push(JSON.parse(String(body)).password)
    return new Response('{"token": "x"}')
  })
  const checks = CHECKS.filter(({ id }) => ['login/returns-200', 'login/password-space'].includes(id))
  await runChecks({ target: { ...target, user }, checks, variants: ['v2'] })
  t.strictSame(sent, [user.password, `${user.password} `])
})

t.test('secrets are not in the recorded requests', async (t) => {
  const target = targetAt('http://localhost:3000', respond(418, '{}'))
  target.tokens.set('http://localhost:3000/api/v2', Promise.resolve('a-very-secret-token'))
  const results = await runChecks({ target, checks: CHECKS, variants: ['v2'], wait: WAIT })
  t.notMatch(JSON.stringify(results), 'very-secret-token')
  t.notMatch(JSON.stringify(results), 'admin123')
})
