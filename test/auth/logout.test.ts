import t from 'tap'
import { startService } from '../helper.js'
import { refresh, statusOfMe } from './helper.js'

const LOGOUT = 'POST /api/v2/auth/logout'

t.test('section 5, decision 28: logout answers with a message', async (t) => {
  const { send, login } = await startService(t)
  const { token } = await login()
  const { status, json } = await send(LOGOUT, { token })
  t.equal(status, 200)
  t.strictSame(json, { message: 'Logged out successfully' })
})

t.test('decision 33: logout ends the access token and the refresh token of its session', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  await service.send(LOGOUT, { token })
  t.equal(await statusOfMe(service, token), 403)
  t.equal((await service.send('GET /api/v2/tasks', { token })).status, 403)
  t.equal((await service.send(LOGOUT, { token })).status, 403, 'logging out twice')
  t.equal((await refresh(service, refreshToken)).status, 403)
})

t.test('decision 33: logout ends every access token of its session, those of a refresh too', async (t) => {
  const service = await startService(t)
  const first = await service.login()
  const second = (await refresh(service, first.refreshToken)).json
  await service.send(LOGOUT, { token: first.token })
  t.equal(await statusOfMe(service, first.token), 403)
  t.equal(await statusOfMe(service, second.token), 403)
  t.equal((await refresh(service, second.refreshToken)).status, 403)
})

t.test('decision 33: other sessions go on, of the same account and of others', async (t) => {
  const service = await startService(t)
  const leaving = await service.login()
  const staying = [await service.login(), await service.login('user', 'user123')]
  await service.send(LOGOUT, { token: leaving.token })
  for (const { token, refreshToken } of staying) {
    t.equal(await statusOfMe(service, token), 200)
    t.equal((await refresh(service, refreshToken)).status, 200)
  }
})

t.test('decision 33: one can log in again after logout', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  await service.send(LOGOUT, { token })
  t.equal(await statusOfMe(service, (await service.login()).token), 200)
})

t.test(
  'decision 7: logout takes a media type without a body, and a body that nobody asked for',
  async (t) => {
    const service = await startService(t)
    for (const options of [
      { headers: { 'content-type': 'application/json' } },
      { headers: { 'content-type': 'application/json; charset=UTF-8' } },
      { json: {} },
      { json: { refreshToken: 'whatever' } },
    ]) {
      const { token } = await service.login()
      const { status } = await service.send(LOGOUT, { token, ...options })
      t.equal(status, 200, JSON.stringify(options))
      t.equal(await statusOfMe(service, token), 403)
    }
  },
)

t.test('decision 7: a logout whose body cannot be read is refused and ends nothing', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  const cases = [
    { body: '{', type: 'application/json', status: 400 },
    { body: 'bye', type: 'text/plain', status: 415 },
  ]
  for (const { body, type, status } of cases) {
    const answer = await service.send(LOGOUT, { token, body, headers: { 'content-type': type } })
    t.equal(answer.status, status)
    t.equal(await statusOfMe(service, token), 200)
  }
})

t.test('decision 33: of many logouts at once all end the session', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  const answers = await Promise.all(Array.from({ length: 5 }, () => service.send(LOGOUT, { token })))
  t.ok(answers.every(({ status }) => status === 200 || status === 403))
  t.ok(answers.some(({ status }) => status === 200))
  t.equal(await statusOfMe(service, token), 403)
})
