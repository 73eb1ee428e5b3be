import t from 'tap'
import { startService } from '../../kit/helper.js'
import { ACCOUNTS, claimsOf, NOW, statusOfMe } from './helper.js'

const LOGIN = 'POST /api/v2/auth/login'

t.test('each published account logs in and learns its role (decisions 29 and 30)', async (t) => {
  const { send } = await startService(t)
  for (const { username, password, role } of ACCOUNTS) {
    const { status, json } = await send(LOGIN, { json: { username, password } })
    t.equal(status, 200)
    const { token, refreshToken, ...rest } = json
    t.strictSame(rest, { type: 'Bearer', username, role, expiresIn: 3600 })
    t.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
    t.match(refreshToken, /^[\w-]+~0~[\w-]{43}$/, 'the refresh token has a code of 256 bits')
    const { jti, ...claims } = claimsOf(token)
    t.strictSame(claims, { sub: username, role, iat: NOW, exp: NOW + 3600 })
    t.match(jti, /./)
    const me = await send('GET /api/v2/auth/me', { token })
    t.strictSame([me.status, me.json], [200, { username, role: `ROLE_${role}` }])
  }
})

t.test('the times in a token are whole seconds', async (t) => {
  const service = await startService(t)
  service.clock.now += 999
  t.match(claimsOf((await service.login()).token), { iat: NOW, exp: NOW + 3600 })
})

t.test('a configured lifetime of access tokens applies to exp and expiresIn', async (t) => {
  const service = await startService(t, { accessTokenTtl: 60 })
  const { token, refreshToken, expiresIn } = await service.login()
  t.equal(expiresIn, 60)
  t.match(claimsOf(token), { iat: NOW, exp: NOW + 60 })
  service.clock.now += 60_000
  t.equal(await statusOfMe(service, token), 403)
  const { json } = await service.send('POST /api/v2/auth/refresh', { json: { refreshToken } })
  t.equal(json.expiresIn, 60)
})

t.test('configured accounts replace the published ones (decision 29)', async (t) => {
  const accounts = [{ username: 'ada 🦉', password: 'pässwörd "1"', role: 'ADMIN' as const }]
  const service = await startService(t, { accounts })
  const { token, role } = await service.login('ada 🦉', 'pässwörd "1"')
  t.equal(role, 'ADMIN')
  t.strictSame((await service.send('GET /api/v2/auth/me', { token })).json, { username: 'ada 🦉', role: 'ROLE_ADMIN' })
  t.equal((await service.send('DELETE /api/v2/tasks', { token })).status, 204)
  for (const { username, password } of ACCOUNTS) {
    t.equal((await service.send(LOGIN, { json: { username, password } })).status, 401, username)
  }
})
