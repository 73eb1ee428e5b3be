import t from 'tap'
import { lastingDatabase } from '../database.js'
import { startService } from '../helper.js'
import { ACCOUNTS, claimsOf, DAY, errorOf, NOW, refresh, startOn, statusOfMe } from './helper.js'

const REFUSED = errorOf(403, 'Forbidden', 'The refresh token is not valid', '/api/v2/auth/refresh')

for (const { username, password, role } of ACCOUNTS) {
  t.test(`section 5: ${username} exchanges a refresh token for new tokens`, async (t) => {
    const service = await startService(t)
    const first = await service.login(username, password)
    service.clock.now += 10_000
    const { status, json } = await refresh(service, first.refreshToken)
    t.equal(status, 200)
    const { token, refreshToken, ...rest } = json
    t.strictSame(rest, { type: 'Bearer', expiresIn: 3600 })
    t.match(refreshToken, /^[\w-]{43}$/)
    const claims = claimsOf(token)
    t.strictSame(Object.keys(claims).sort(), ['exp', 'iat', 'jti', 'role', 'sub'])
    const { jti: _, ...others } = claims
    t.strictSame(others, { sub: username, role, iat: NOW + 10, exp: NOW + 3610 })
    t.equal(await statusOfMe(service, token), 200)
  })
}

t.test('decision 30: refresh gives new tokens also within one second', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  const second = (await refresh(service, first.refreshToken)).json
  t.equal(claimsOf(second.token).iat, claimsOf(first.token).iat)
  t.not(second.token, first.token)
  t.not(second.refreshToken, first.refreshToken)
  t.not(claimsOf(second.token).jti, claimsOf(first.token).jti)
})

t.test('decision 32: refresh tokens form a chain as long as one likes', async (t) => {
  const service = await startService(t)
  let { refreshToken } = await service.login()
  for (let step = 0; step < 5; step++) {
    service.clock.now += 6 * DAY
    const { status, json } = await refresh(service, refreshToken)
    t.equal(status, 200, `step ${step}`)
    t.equal(await statusOfMe(service, json.token), 200, `the access token of step ${step}`)
    refreshToken = json.refreshToken
  }
})

t.test('decision 32: an access token stays valid after a refresh, until it expires', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  service.clock.now += 1_800_000
  await refresh(service, refreshToken)
  t.equal(await statusOfMe(service, token), 200)
  service.clock.now += 1_800_000
  t.equal(await statusOfMe(service, token), 403)
})

t.test('decision 32: a used refresh token is 403 and ends its session, access tokens included', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  const second = (await refresh(service, first.refreshToken)).json
  const reuse = await refresh(service, first.refreshToken)
  t.equal(reuse.status, 403)
  t.strictSame(reuse.json, REFUSED)
  t.equal(await statusOfMe(service, first.token), 403, 'the first access token')
  t.equal(await statusOfMe(service, second.token), 403, 'the second access token')
  t.equal((await refresh(service, second.refreshToken)).status, 403, 'the refresh token that was unused')
})

t.test('decision 32: a refresh token from earlier in the chain ends the session too', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  const second = (await refresh(service, first.refreshToken)).json
  const third = (await refresh(service, second.refreshToken)).json
  t.equal((await refresh(service, first.refreshToken)).status, 403)
  t.equal(await statusOfMe(service, third.token), 403)
  t.equal((await refresh(service, third.refreshToken)).status, 403)
})

t.test('decision 32: a used refresh token ends its session also when it has expired since', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  service.clock.now += 6 * DAY
  const second = (await refresh(service, first.refreshToken)).json
  service.clock.now += 1 * DAY
  const third = (await refresh(service, second.refreshToken)).json
  t.equal((await refresh(service, first.refreshToken)).status, 403)
  t.equal(await statusOfMe(service, third.token), 403)
})

t.test('decision 32: the reuse of a refresh token ends no other session of the account', async (t) => {
  const service = await startService(t)
  const [victim, other] = [await service.login(), await service.login()]
  await refresh(service, victim.refreshToken)
  await refresh(service, victim.refreshToken)
  t.equal(await statusOfMe(service, other.token), 200)
  t.equal((await refresh(service, other.refreshToken)).status, 200)
})

t.test('decision 32: a refresh token lives for 7 days and no longer', async (t) => {
  const service = await startService(t)
  const [inTime, late] = [await service.login(), await service.login()]
  service.clock.now += 7 * DAY - 1000
  t.equal((await refresh(service, inTime.refreshToken)).status, 200)
  service.clock.now += 1000
  const answer = await refresh(service, late.refreshToken)
  t.equal(answer.status, 403)
  t.strictSame(answer.json, { ...REFUSED, timestamp: '2026-03-09T08:30:00Z' })
})

t.test('decision 32: a refresh token that expired ends nothing else of the account', async (t) => {
  const service = await startService(t)
  const old = await service.login()
  service.clock.now += 7 * DAY
  const recent = await service.login()
  t.equal((await refresh(service, old.refreshToken)).status, 403)
  t.equal(await statusOfMe(service, recent.token), 200)
})

t.test('decision 32: what is no refresh token is 403', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  const wrong = {
    'an unknown one': 'A'.repeat(43),
    'the empty string': '',
    'an access token': token,
    'one character less': refreshToken.slice(0, -1),
    'one character more': `${refreshToken}A`,
    padded: `${refreshToken}=`,
    'with white space': ` ${refreshToken}`,
    'a long one': 'A'.repeat(100_000),
  }
  for (const [name, value] of Object.entries(wrong)) {
    const answer = await refresh(service, value)
    t.equal(answer.status, 403, name)
    t.strictSame(answer.json, REFUSED, name)
  }
  t.equal((await refresh(service, refreshToken)).status, 200, 'the true one is still unused')
})

t.test('decision 32: a last character that decodes to the same bytes is another refresh token', async (t) => {
  const service = await startService(t)
  const { refreshToken } = await service.login()
  const bytes = Buffer.from(refreshToken, 'base64url')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const twins = [...alphabet]
    .map((character) => refreshToken.slice(0, -1) + character)
    .filter((text) => text !== refreshToken && Buffer.from(text, 'base64url').equals(bytes))
  t.equal(twins.length, 3)
  for (const twin of twins) t.equal((await refresh(service, twin)).status, 403)
})

t.test('decision 32: a missing refresh token, or one that is no string, is 400', async (t) => {
  const { send } = await startService(t)
  for (const json of [
    {},
    { refreshToken: null },
    { refreshToken: 5 },
    { refreshToken: ['a'] },
    { token: 'a' },
  ]) {
    const answer = await send('POST /api/v2/auth/refresh', { json })
    t.equal(answer.status, 400, JSON.stringify(json))
    t.equal(answer.json.message, 'Validation failed')
    t.strictSame(Object.keys(answer.json.errors), ['refreshToken'])
  }
  t.equal((await send('POST /api/v2/auth/refresh')).status, 400, 'no body')
})

t.test('section 9: the earlier refresh, with the bearer token and no body, is refused', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login()
  t.equal((await send('POST /api/v2/auth/refresh', { token })).status, 400)
})

t.test('decision 32: of many refreshes at once with one token exactly one succeeds', async (t) => {
  const service = await startService(t)
  for (const times of [2, 10]) {
    const { refreshToken } = await service.login()
    const answers = await Promise.all(Array.from({ length: times }, () => refresh(service, refreshToken)))
    const statuses = answers.map(({ status }) => status).sort()
    t.strictSame(statuses, [200, ...Array(times - 1).fill(403)])
  }
})

t.test('decision 32: of two refreshes at once at two replicas exactly one succeeds', async (t) => {
  const database = await lastingDatabase(t)
  const [one, two] = [await startOn(t, database), await startOn(t, database)]
  for (let round = 0; round < 5; round++) {
    const { refreshToken } = await one.login()
    const answers = await Promise.all([refresh(one, refreshToken), refresh(two, refreshToken)])
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 403])
  }
})

t.test('decision 32: a refresh that is refused for its shape uses nothing up', async (t) => {
  const service = await startService(t)
  const { refreshToken } = await service.login()
  const body = `{"refreshToken":"${refreshToken}"`
  const headers = { 'content-type': 'application/json' }
  t.equal((await service.send('POST /api/v2/auth/refresh', { body, headers })).status, 400)
  t.equal((await refresh(service, refreshToken)).status, 200)
})
