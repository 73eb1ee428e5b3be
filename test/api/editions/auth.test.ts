import t from 'tap'
import type { Service } from '../../kit/helper.js'
import { DAY, statusOfMe } from '../auth/helper.js'
import { startBoth, startEarlier } from './helper.js'

const REFRESH = 'POST /api/v2/auth/refresh'

t.test('v2 refresh: the old token stays valid until it expires (decision 85)', async (t) => {
  const service = await startEarlier(t, { accessTokenTtl: 60 })
  const { token: first } = await service.login()
  service.clock.now += 59_000
  const { token: second } = (await service.send(REFRESH, { token: first })).json
  t.strictSame([await statusOfMe(service, first), await statusOfMe(service, second)], [200, 200])
  service.clock.now += 1000
  t.strictSame([await statusOfMe(service, first), await statusOfMe(service, second)], [403, 200])
  t.equal((await service.send(REFRESH, { token: first })).status, 403, 'an expired token cannot be exchanged')
})

t.test('v2 refresh: a session that is refreshed does not expire (decision 85)', async (t) => {
  const service = await startEarlier(t, { accessTokenTtl: 5 * 24 * 3600 })
  const refreshed = await refreshEvery(service, 4 * DAY, 4)
  await service.login('user', 'user123')
  t.equal(await statusOfMe(service, refreshed), 200, 'another login has not deleted the session')
})

/** Refreshes a session several times; returns the last token. */
async function refreshEvery({ send, login, clock }: Service, interval: number, times: number): Promise<string> {
  let { token } = await login()
  for (let time = 0; time < times; time++) {
    clock.now += interval
    token = (await send(REFRESH, { token })).json.token
  }
  return token
}

t.test('a token of one edition is valid in the other (decision 80)', async (t) => {
  const { now, before } = await startBoth(t)
  const { token, refreshToken } = await now.login()
  t.equal(await statusOfMe(before, token), 200)
  const { token: exchanged } = (await before.send(REFRESH, { token })).json
  t.equal(await statusOfMe(now, exchanged), 200)
  t.equal((await now.send(REFRESH, { json: { refreshToken } })).status, 200, 'the refresh token is unused')
})
