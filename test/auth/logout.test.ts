import t from 'tap'
import { startService } from '../helper.js'
import { refresh, statusOfMe } from './helper.js'

const LOGOUT = 'POST /api/v2/auth/logout'

t.test('logout ends the access token and the refresh token of its session (decisions 28 and 33)', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  const { status, json } = await service.send(LOGOUT, { token })
  t.strictSame([status, json], [200, { message: 'Logged out successfully' }])
  t.equal(await statusOfMe(service, token), 403)
  t.equal((await service.send('GET /api/v2/tasks', { token })).status, 403)
  t.equal((await service.send(LOGOUT, { token })).status, 403, 'a second logout')
  t.equal((await refresh(service, refreshToken)).status, 403)
  t.equal(await statusOfMe(service, (await service.login()).token), 200, 'a new login succeeds')
})

t.test('logout ends all access tokens of its session, also those of a refresh (decision 33)', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  const second = (await refresh(service, first.refreshToken)).json
  await service.send(LOGOUT, { token: first.token })
  t.equal(await statusOfMe(service, first.token), 403)
  t.equal(await statusOfMe(service, second.token), 403)
  t.equal((await refresh(service, second.refreshToken)).status, 403)
})

t.test('logout ends no other session, of the same account or another (decision 33)', async (t) => {
  const service = await startService(t)
  const ended = await service.login()
  const others = [await service.login(), await service.login('user', 'user123')]
  await service.send(LOGOUT, { token: ended.token })
  for (const { token, refreshToken } of others) {
    t.equal(await statusOfMe(service, token), 200)
    t.equal((await refresh(service, refreshToken)).status, 200)
  }
})

t.test('logout accepts a JSON media type without a body, and a body that it ignores (decision 7)', async (t) => {
  const service = await startService(t)
  for (const options of [{ headers: { 'content-type': 'application/json' } }, { json: { refreshToken: 'ignored' } }]) {
    const { token } = await service.login()
    t.equal((await service.send(LOGOUT, { token, ...options })).status, 200, JSON.stringify(options))
    t.equal(await statusOfMe(service, token), 403)
  }
})

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

t.test('of concurrent logouts at least one succeeds, and the session ends (decision 33)', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  const replies = await Promise.all(Array.from({ length: 5 }, () => service.send(LOGOUT, { token })))
  t.ok(replies.every(({ status }) => status === 200 || status === 403))
  t.ok(replies.some(({ status }) => status === 200))
  t.equal(await statusOfMe(service, token), 403)
})
