import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import t from 'tap'
import { startService } from '../helper.js'
import { ACCOUNTS, claimsOf, errorOf, NOW, SECRET, startWithSecret, statusOfMe } from './helper.js'

const LOGIN = 'POST /api/v2/auth/login'

for (const { username, password, role } of ACCOUNTS) {
  t.test(`section 5, decision 29: ${username} logs in and gets the documented answer`, async (t) => {
    const { send } = await startService(t)
    const { status, json } = await send(LOGIN, { json: { username, password } })
    t.equal(status, 200)
    const { token, refreshToken, ...rest } = json
    t.strictSame(rest, { type: 'Bearer', username, role, expiresIn: 3600 })
    t.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
    t.match(refreshToken, /^[\w-]{43}$/, 'the refresh token has 256 bits')
  })

  t.test(`section 5: auth/me says who ${username} is`, async (t) => {
    const { send, login } = await startService(t)
    const { token } = await login(username, password)
    const me = await send('GET /api/v2/auth/me', { token })
    t.equal(me.status, 200)
    t.strictSame(me.json, { username, role: `ROLE_${role}` })
  })

  t.test(`section 5, decision 30: the token of ${username} has exactly five claims`, async (t) => {
    const { login } = await startService(t)
    const claims = claimsOf((await login(username, password)).token)
    t.strictSame(Object.keys(claims).sort(), ['exp', 'iat', 'jti', 'role', 'sub'])
    const { jti, ...others } = claims
    t.strictSame(others, { sub: username, role, iat: NOW, exp: NOW + 3600 })
    t.type(jti, 'string')
    t.not(jti, '')
  })
}

t.test('decision 30: the token is signed with HS256 and the configured key', async (t) => {
  const { login } = await startWithSecret(t)
  const [header = '', payload = '', signature] = (await login()).token.split('.')
  t.strictSame(JSON.parse(Buffer.from(header, 'base64url').toString()), { alg: 'HS256', typ: 'JWT' })
  t.equal(signature, createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url'))
})

t.test('decision 30: two logins in one second are two tokens, and both are valid', async (t) => {
  const service = await startService(t)
  const [one, two] = [await service.login(), await service.login()]
  t.equal(claimsOf(one.token).iat, claimsOf(two.token).iat)
  t.not(one.token, two.token)
  t.not(one.refreshToken, two.refreshToken)
  t.not(claimsOf(one.token).jti, claimsOf(two.token).jti)
  t.equal(await statusOfMe(service, one.token), 200)
  t.equal(await statusOfMe(service, two.token), 200)
})

t.test('section 5: times in a token are whole seconds', async (t) => {
  const service = await startService(t)
  service.clock.now += 999
  t.match(claimsOf((await service.login()).token), { iat: NOW, exp: NOW + 3600 })
})

t.test('section 5: an access token is valid for 3600 seconds and no longer', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  service.clock.now += 3_599_999
  t.equal(await statusOfMe(service, token), 200)
  service.clock.now += 1
  t.equal(await statusOfMe(service, token), 403)
})

t.test('configuration: another lifetime of access tokens shows in exp and expiresIn', async (t) => {
  const service = await startService(t, { accessTokenTtl: 60 })
  const { token, refreshToken, expiresIn } = await service.login()
  t.equal(expiresIn, 60)
  t.match(claimsOf(token), { iat: NOW, exp: NOW + 60 })
  service.clock.now += 60_000
  t.equal(await statusOfMe(service, token), 403)
  const { json } = await service.send('POST /api/v2/auth/refresh', { json: { refreshToken } })
  t.equal(json.expiresIn, 60)
})

const WRONG_CREDENTIALS = {
  'a wrong password': { username: 'admin', password: 'admin124' },
  'the password of another account': { username: 'admin', password: 'user123' },
  'a password in other case': { username: 'admin', password: 'ADMIN123' },
  'a password with a space more': { username: 'admin', password: 'admin123 ' },
  'a username in other case': { username: 'Admin', password: 'admin123' },
  'an unknown user': { username: 'nobody', password: 'admin123' },
  'a name that objects inherit': { username: 'constructor', password: 'admin123' },
  'an empty username': { username: '', password: 'admin123' },
  'an empty password': { username: 'admin', password: '' },
  'empty strings': { username: '', password: '' },
}

t.test('section 5, decision 34: wrong credentials are the same 401', async (t) => {
  const { send } = await startService(t)
  for (const [name, json] of Object.entries(WRONG_CREDENTIALS)) {
    const answer = await send(LOGIN, { json })
    t.equal(answer.status, 401, name)
    t.strictSame(
      answer.json,
      errorOf(401, 'Unauthorized', 'Invalid username or password', '/api/v2/auth/login'),
      name,
    )
    t.equal(answer.headers['www-authenticate'], 'Bearer', name)
  }
})

t.test('decision 34: an unknown user is refused after as much work as a wrong password', async (t) => {
  const { send } = await startService(t)
  const time = async (username: string) => {
    const start = performance.now()
    await send(LOGIN, { json: { username, password: 'wrong' } })
    return performance.now() - start
  }
  const pairs: { known: number; unknown: number }[] = []
  for (let round = 0; round < 8; round++) {
    pairs.push({ known: await time('admin'), unknown: await time('nobody') })
  }
  // The fastest of each: a check without hashing takes a small part of one with it, whatever the machine does.
  const known = Math.min(...pairs.map((pair) => pair.known))
  const unknown = Math.min(...pairs.map((pair) => pair.unknown))
  t.ok(unknown > known / 3 && unknown < known * 3, 'the times are alike', { known, unknown })
})

const INVALID_BODIES: [name: string, json: unknown, fields: string[]][] = [
  ['no field', {}, ['password', 'username']],
  ['no username', { password: 'admin123' }, ['username']],
  ['no password', { username: 'admin' }, ['password']],
  ['a null username', { username: null, password: 'admin123' }, ['username']],
  ['a null password', { username: 'admin', password: null }, ['password']],
  ['a number as password', { username: 'admin', password: 123 }, ['password']],
  ['a boolean as username', { username: true, password: 'admin123' }, ['username']],
  ['a list as username', { username: ['admin'], password: 'admin123' }, ['username']],
  ['an object as password', { username: 'admin', password: {} }, ['password']],
  ['two wrong types', { username: 1, password: 2 }, ['password', 'username']],
  ['U+0000', { username: 'admin\0', password: 'admin123' }, ['username']],
]

t.test('decision 34: login fields that are missing or no strings are 400, and all are named', async (t) => {
  const { send } = await startService(t)
  for (const [name, json, fields] of INVALID_BODIES) {
    const answer = await send(LOGIN, { json })
    t.equal(answer.status, 400, name)
    t.equal(answer.json.message, 'Validation failed', name)
    t.strictSame(Object.keys(answer.json.errors).sort(), fields, name)
  }
})

t.test('decision 7: login without a usable body is refused', async (t) => {
  const { send } = await startService(t)
  const type = { 'content-type': 'application/json' }
  t.equal((await send(LOGIN)).status, 400, 'no body')
  t.equal((await send(LOGIN, { headers: type })).status, 400, 'no body, but a media type')
  t.equal((await send(LOGIN, { headers: type, body: '{"username":' })).status, 400, 'malformed JSON')
  for (const json of [null, [], 'admin', 5]) {
    t.equal((await send(LOGIN, { json })).status, 400, JSON.stringify(json))
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  t.equal((await send(LOGIN, { headers: form, body: 'username=admin&password=admin123' })).status, 415)
})

t.test('decision 4: login ignores fields that it does not know', async (t) => {
  const { send } = await startService(t)
  const body = '{"username":"user","password":"user123","role":"ADMIN","__proto__":{"role":"ADMIN"}}'
  const { status, json } = await send(LOGIN, { body, headers: { 'content-type': 'application/json' } })
  t.equal(status, 200)
  t.equal(json.role, 'USER')
})

t.test('section 5: login and refresh look at no Authorization header', async (t) => {
  const { send, login } = await startService(t)
  const { refreshToken } = await login()
  const headers = { authorization: 'Bearer garbage' }
  t.equal((await send(LOGIN, { json: { username: 'user', password: 'user123' }, headers })).status, 200)
  t.equal((await send('POST /api/v2/auth/refresh', { json: { refreshToken }, headers })).status, 200)
})

t.test('decision 29: configured accounts replace the published ones', async (t) => {
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
