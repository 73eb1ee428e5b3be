import { createHmac } from 'node:crypto'
import t from 'tap'
import { expectError } from '../expect-error.js'
import { startService } from '../helper.js'
import { ACCOUNTS, claimsOf, JSON_TYPE, NOW, SECRET, startWithSecret, statusOfMe } from './helper.js'

const LOGIN = 'POST /api/v2/auth/login'

t.test('each published account logs in and learns its role (decisions 29 and 30)', async (t) => {
  const { send } = await startService(t)
  for (const { username, password, role } of ACCOUNTS) {
    const { status, json } = await send(LOGIN, { json: { username, password } })
    t.equal(status, 200)
    const { token, refreshToken, ...rest } = json
    t.strictSame(rest, { type: 'Bearer', username, role, expiresIn: 3600 })
    t.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
    t.match(refreshToken, /^[\w-]{43}$/, 'the refresh token has 256 bits')
    const { jti, ...claims } = claimsOf(token)
    t.strictSame(claims, { sub: username, role, iat: NOW, exp: NOW + 3600 })
    t.match(jti, /./)
    const me = await send('GET /api/v2/auth/me', { token })
    t.strictSame([me.status, me.json], [200, { username, role: `ROLE_${role}` }])
  }
})

t.test('a token is signed with HS256 and the configured key (decision 30)', async (t) => {
  const { login } = await startWithSecret(t)
  const [header = '', payload = '', signature] = (await login()).token.split('.')
  t.strictSame(JSON.parse(Buffer.from(header, 'base64url').toString()), { alg: 'HS256', typ: 'JWT' })
  t.equal(signature, createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url'))
})

t.test('two logins in one second give two valid tokens (decision 30)', async (t) => {
  const service = await startService(t)
  const [one, two] = [await service.login(), await service.login()]
  t.equal(claimsOf(one.token).iat, claimsOf(two.token).iat)
  t.not(one.token, two.token)
  t.not(one.refreshToken, two.refreshToken)
  t.not(claimsOf(one.token).jti, claimsOf(two.token).jti)
  t.equal(await statusOfMe(service, one.token), 200)
  t.equal(await statusOfMe(service, two.token), 200)
})

t.test('the times in a token are whole seconds', async (t) => {
  const service = await startService(t)
  service.clock.now += 999
  t.match(claimsOf((await service.login()).token), { iat: NOW, exp: NOW + 3600 })
})

t.test('an access token is valid for 3600 seconds', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  service.clock.now += 3_599_999
  t.equal(await statusOfMe(service, token), 200)
  service.clock.now += 1
  t.equal(await statusOfMe(service, token), 403)
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

const WRONG_CREDENTIALS = [
  { username: 'admin', password: 'admin124' },
  { username: 'admin', password: 'user123' },
  { username: 'admin', password: 'ADMIN123' },
  { username: 'admin', password: 'admin123 ' },
  { username: 'Admin', password: 'admin123' },
  { username: 'nobody', password: 'admin123' },
  { username: 'constructor', password: 'admin123' },
  { username: '', password: 'admin123' },
  { username: 'admin', password: '' },
  { username: '', password: '' },
]

t.test('all wrong credentials get the same 401 (decision 34)', async (t) => {
  const { send } = await startService(t)
  for (const json of WRONG_CREDENTIALS) {
    const reply = await send(LOGIN, { json })
    expectError(t, reply, {
      status: 401,
      path: '/api/v2/auth/login',
      message: 'Invalid username or password',
    })
    t.equal(reply.headers['www-authenticate'], 'Bearer', JSON.stringify(json))
  }
})

const INVALID_BODIES: [json: unknown, fields: string[]][] = [
  [{}, ['password', 'username']],
  [{ password: 'admin123' }, ['username']],
  [{ username: 'admin' }, ['password']],
  [{ username: null, password: 'admin123' }, ['username']],
  [{ username: 'admin', password: null }, ['password']],
  [{ username: 'admin', password: 123 }, ['password']],
  [{ username: ['admin'], password: 'admin123' }, ['username']],
  [{ username: 1, password: {} }, ['password', 'username']],
  [{ username: 'admin\0', password: 'admin123' }, ['username']],
]

t.test('login names all fields that are missing or not strings (decision 34)', async (t) => {
  const { send } = await startService(t)
  for (const [json, fields] of INVALID_BODIES) {
    const { status, json: body } = await send(LOGIN, { json })
    t.strictSame([status, body.message], [400, 'Validation failed'], JSON.stringify(json))
    t.strictSame(Object.keys(body.errors).sort(), fields, JSON.stringify(json))
  }
})

t.test('login without a JSON object is 400, and with another media type 415 (decision 7)', async (t) => {
  const { send } = await startService(t)
  t.equal((await send(LOGIN)).status, 400, 'no body')
  t.equal((await send(LOGIN, { headers: JSON_TYPE })).status, 400, 'a media type without a body')
  t.equal((await send(LOGIN, { headers: JSON_TYPE, body: '{"username":' })).status, 400, 'malformed JSON')
  t.equal((await send(LOGIN, { json: [] })).status, 400, 'a list')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  t.equal((await send(LOGIN, { headers: form, body: 'username=admin&password=admin123' })).status, 415)
})

t.test('login ignores unknown fields (decision 4)', async (t) => {
  const { send } = await startService(t)
  const body = '{"username":"user","password":"user123","role":"ADMIN","__proto__":{"role":"ADMIN"}}'
  const { status, json } = await send(LOGIN, { body, headers: JSON_TYPE })
  t.strictSame([status, json.role], [200, 'USER'])
})

t.test('login and refresh ignore the Authorization header', async (t) => {
  const { send, login } = await startService(t)
  const { refreshToken } = await login()
  const headers = { authorization: 'Bearer garbage' }
  t.equal((await send(LOGIN, { json: { username: 'user', password: 'user123' }, headers })).status, 200)
  t.equal((await send('POST /api/v2/auth/refresh', { json: { refreshToken }, headers })).status, 200)
})

t.test('configured accounts replace the published ones (decision 29)', async (t) => {
  const accounts = [{ username: 'ada 🦉', password: 'pässwörd "1"', role: 'ADMIN' as const }]
  const service = await startService(t, { accounts })
  const { token, role } = await service.login('ada 🦉', 'pässwörd "1"')
  t.equal(role, 'ADMIN')
  t.strictSame((await service.send('GET /api/v2/auth/me', { token })).json, {
    username: 'ada 🦉',
    role: 'ROLE_ADMIN',
  })
  t.equal((await service.send('DELETE /api/v2/tasks', { token })).status, 204)
  for (const { username, password } of ACCOUNTS) {
    t.equal((await service.send(LOGIN, { json: { username, password } })).status, 401, username)
  }
})
