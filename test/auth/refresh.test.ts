import t from 'tap'
import { expectError } from '../expect-error.js'
import { startService } from '../helper.js'
import { claimsOf, DAY, JSON_TYPE, NOW, refresh, statusOfMe, twinsOf } from './helper.js'

const REFUSED = { status: 403, path: '/api/v2/auth/refresh', message: 'The refresh token is not valid' }

t.test('a refresh token is exchanged for a new access token and a new refresh token (decision 32)', async (t) => {
  const service = await startService(t)
  const first = await service.login('user', 'user123')
  service.clock.now += 10_000
  const { status, json } = await refresh(service, first.refreshToken)
  t.equal(status, 200)
  const { token, refreshToken, ...rest } = json
  t.strictSame(rest, { type: 'Bearer', expiresIn: 3600 })
  t.match(refreshToken, /^[\w-]{43}$/)
  const { jti, ...claims } = claimsOf(token)
  t.strictSame(claims, { sub: 'user', role: 'USER', iat: NOW + 10, exp: NOW + 3610 })
  t.match(jti, /./)
  t.equal(await statusOfMe(service, token), 200)
})

t.test('a refresh gives new tokens even within one second (decision 30)', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  const second = (await refresh(service, first.refreshToken)).json
  t.equal(claimsOf(second.token).iat, claimsOf(first.token).iat)
  t.not(second.token, first.token)
  t.not(second.refreshToken, first.refreshToken)
  t.not(claimsOf(second.token).jti, claimsOf(first.token).jti)
})

t.test('each refresh starts another 7 days (decision 32)', async (t) => {
  const service = await startService(t)
  let { refreshToken } = await service.login()
  for (let step = 0; step < 3; step++) {
    service.clock.now += 6 * DAY
    const { status, json } = await refresh(service, refreshToken)
    t.equal(status, 200, `step ${step}`)
    t.equal(await statusOfMe(service, json.token), 200, `the access token of step ${step}`)
    refreshToken = json.refreshToken
  }
})

t.test('an access token stays valid after a refresh, until it expires (decision 32)', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  service.clock.now += 1_800_000
  await refresh(service, refreshToken)
  t.equal(await statusOfMe(service, token), 200)
  service.clock.now += 1_800_000
  t.equal(await statusOfMe(service, token), 403)
})

t.test('a used refresh token is 403 and ends its session with all tokens (decision 32)', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  const second = (await refresh(service, first.refreshToken)).json
  const third = (await refresh(service, second.refreshToken)).json
  expectError(t, await refresh(service, first.refreshToken), REFUSED)
  for (const { token } of [first, second, third]) t.equal(await statusOfMe(service, token), 403)
  t.equal((await refresh(service, third.refreshToken)).status, 403, 'the unused refresh token')
})

t.test('a used refresh token ends its session even after its expiry (decision 32)', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  service.clock.now += 6 * DAY
  const second = (await refresh(service, first.refreshToken)).json
  service.clock.now += 1 * DAY
  const third = (await refresh(service, second.refreshToken)).json
  t.equal((await refresh(service, first.refreshToken)).status, 403)
  t.equal(await statusOfMe(service, third.token), 403)
})

t.test('a used refresh token ends no other session of the account (decision 32)', async (t) => {
  const service = await startService(t)
  const [victim, other] = [await service.login(), await service.login()]
  await refresh(service, victim.refreshToken)
  await refresh(service, victim.refreshToken)
  t.equal(await statusOfMe(service, other.token), 200)
  t.equal((await refresh(service, other.refreshToken)).status, 200)
})

t.test('a refresh token expires after 7 days, and its expiry ends no other session (decision 32)', async (t) => {
  const service = await startService(t)
  const [inTime, late] = [await service.login(), await service.login()]
  service.clock.now += 7 * DAY - 1000
  t.equal((await refresh(service, inTime.refreshToken)).status, 200)
  service.clock.now += 1000
  const other = await service.login()
  const reply = await refresh(service, late.refreshToken)
  t.equal(reply.json.timestamp, '2026-03-09T08:30:00Z')
  expectError(t, reply, REFUSED, false)
  t.equal(await statusOfMe(service, other.token), 200)
})

t.test('a text that is not a refresh token is 403 (decision 32)', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  const twins = twinsOf(refreshToken)
  t.equal(twins.length, 3, 'three texts decode to the same bytes')
  for (const text of [
    ...['A'.repeat(43), '', token, refreshToken.slice(0, -1), `${refreshToken}A`, `${refreshToken}=`],
    ...[` ${refreshToken}`, 'A'.repeat(100_000), ...twins],
  ]) {
    expectError(t, await refresh(service, text), REFUSED)
  }
  t.equal((await refresh(service, refreshToken)).status, 200, 'the token itself is still unused')
})

t.test('a refresh token that is missing or not a string is 400 and uses nothing up (decision 32)', async (t) => {
  const { send, login } = await startService(t)
  const request = 'POST /api/v2/auth/refresh'
  for (const json of [{}, { refreshToken: null }, { refreshToken: 5 }, { refreshToken: ['a'] }]) {
    const { status, json: body } = await send(request, { json })
    t.strictSame([status, body.message], [400, 'Validation failed'], JSON.stringify(json))
    t.strictSame(Object.keys(body.errors), ['refreshToken'])
  }
  const { token, refreshToken } = await login()
  t.equal((await send(request, { token })).status, 400, 'an access token and no body')
  const body = `{"refreshToken":"${refreshToken}"`
  t.equal((await send(request, { body, headers: JSON_TYPE })).status, 400, 'malformed JSON')
  t.equal((await send(request, { json: { refreshToken } })).status, 200)
})

t.test('of concurrent refreshes with one token one succeeds, and the session ends (decision 32)', async (t) => {
  const service = await startService(t)
  const { refreshToken } = await service.login()
  const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(service, refreshToken)))
  t.strictSame(replies.map(({ status }) => status).sort(), [200, 403, 403, 403, 403])
  const { token } = replies.find(({ status }) => status === 200)?.json ?? {}
  t.equal(await statusOfMe(service, token), 403)
})
