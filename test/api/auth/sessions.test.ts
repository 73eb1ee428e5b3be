import t from 'tap'
import { lastingDatabase } from '../../kit/database.js'
import { expectError } from '../../kit/expect-error.js'
import { ownStore, startService } from '../../kit/helper.js'
import { DAY, refresh, startOn, startWithSecret, statusOfMe, twinsOf } from './helper.js'

const REFUSED = { status: 403, path: '/api/v2/auth/refresh', message: 'The refresh token is not valid' }

t.test('each refresh starts another 7 days (decision 32)', async (t) => {
  const service = await startService(t, await ownStore())
  let { refreshToken } = await service.login()
  for (let step = 0; step < 3; step++) {
    service.clock.now += 6 * DAY
    const { status, json } = await refresh(service, refreshToken)
    t.equal(status, 200, `step ${step}`)
    t.equal(await statusOfMe(service, json.token), 200, `the access token of step ${step}`)
    refreshToken = json.refreshToken
  }
})

t.test('a used refresh token ends its session even after its expiry (decision 32)', async (t) => {
  const service = await startService(t, await ownStore())
  const first = await service.login()
  service.clock.now += 6 * DAY
  const second = (await refresh(service, first.refreshToken)).json
  service.clock.now += 1 * DAY
  const third = (await refresh(service, second.refreshToken)).json
  t.equal((await refresh(service, first.refreshToken)).status, 403)
  t.equal(await statusOfMe(service, third.token), 403)
})

t.test('a refresh token expires after 7 days, and its expiry ends no other session (decision 32)', async (t) => {
  const service = await startService(t, await ownStore())
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
  const [code = ''] = /[^~]+$/.exec(refreshToken) ?? []
  const twins = twinsOf(code).map((twin) => refreshToken.replace(code, twin))
  t.equal(twins.length, 3, 'three texts decode to the same bytes')
  for (const text of [
    ...['A'.repeat(43), '', token, refreshToken.slice(0, -1), `${refreshToken}A`, `${refreshToken}=`],
    ...[` ${refreshToken}`, 'A'.repeat(100_000), ...twins],
  ]) {
    expectError(t, await refresh(service, text), REFUSED)
  }
  t.equal((await refresh(service, refreshToken)).status, 200, 'the token itself is still unused')
})

const LOGOUT = 'POST /api/v2/auth/logout'

t.test('a logout with an unreadable body is refused and does not end the session (decision 7)', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  for (const { body, type, status } of [
    { body: '{', type: 'application/json', status: 400 },
    { body: 'bye', type: 'text/plain', status: 415 },
  ]) {
    const reply = await service.send(LOGOUT, { token, body, headers: { 'content-type': type } })
    t.equal(reply.status, status)
    t.equal(await statusOfMe(service, token), 200)
  }
})

t.test('at least one of several concurrent logouts succeeds, and the session ends (decision 33)', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  const replies = await Promise.all(Array.from({ length: 5 }, () => service.send(LOGOUT, { token })))
  t.ok(replies.every(({ status }) => status === 200 || status === 403))
  t.ok(replies.some(({ status }) => status === 200))
  t.equal(await statusOfMe(service, token), 403)
})

t.test('tokens stay valid after a restart, and logouts stay in effect (decisions 30 and 33)', async (t) => {
  const database = await lastingDatabase(t)
  const before = await startOn(t, database)
  const [active, ended] = [await before.login(), await before.login()]
  await before.send('POST /api/v2/auth/logout', { token: ended.token })
  await before.app.close()
  const after = await startOn(t, database)
  t.equal(await statusOfMe(after, active.token), 200)
  t.equal((await refresh(after, active.refreshToken)).status, 200)
  t.equal(await statusOfMe(after, ended.token), 403)
  t.equal((await refresh(after, ended.refreshToken)).status, 403)
})

t.test('two deployments refuse the tokens of one another, even with the same key (decisions 30 and 33)', async (t) => {
  const shared = [await startWithSecret(t), await startWithSecret(t)] as const
  const separate = [await startService(t), await startService(t, { faultSeed: 1 })] as const
  for (const [one, two] of [shared, separate]) {
    const { token, refreshToken } = await one.login()
    t.equal(await statusOfMe(two, token), 403)
    t.equal((await refresh(two, refreshToken)).status, 403)
    t.equal(await statusOfMe(one, token), 200)
  }
})

t.test('a configured key and the stored key do not accept the tokens of one another (decision 30)', async (t) => {
  const database = await lastingDatabase(t)
  const stored = await startOn(t, database)
  const fromStored = await stored.login()
  await stored.app.close()
  const configured = await startOn(t, database, { jwtSecret: 'another key, which has 32 bytes or more' })
  const fromConfigured = await configured.login()
  t.equal(await statusOfMe(configured, fromStored.token), 403)
  t.equal(await statusOfMe(configured, fromConfigured.token), 200)
  await configured.app.close()
  const again = await startOn(t, database)
  t.equal(await statusOfMe(again, fromConfigured.token), 403)
  t.equal(await statusOfMe(again, fromStored.token), 200)
})

t.test('a token of a removed account, or with a former role, is refused (decision 45)', async (t) => {
  const database = await lastingDatabase(t)
  const before = await startOn(t, database)
  const [removed, demoted] = [await before.login('user', 'user123'), await before.login()]
  await before.app.close()
  const accounts = [{ username: 'admin', password: 'new', role: 'USER' as const }]
  const after = await startOn(t, database, { accounts })
  t.equal(await statusOfMe(after, removed.token), 403)
  t.equal((await refresh(after, removed.refreshToken)).status, 403)
  t.equal(await statusOfMe(after, demoted.token), 403)
  t.equal((await after.send('DELETE /api/v2/tasks', { token: demoted.token })).status, 403)
})
