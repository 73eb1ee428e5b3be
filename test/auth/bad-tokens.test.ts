import { createPrivateKey, generateKeyPairSync, sign as signRsa } from 'node:crypto'
import t from 'tap'
import type { Service } from '../helper.js'
import {
  claimsOf,
  encode,
  errorOf,
  inVariant,
  NOW,
  PROTECTED_OPERATIONS,
  refresh,
  SECRET,
  sign,
  startWithSecret,
  statusOfMe,
} from './helper.js'

const MESSAGE = 'A valid access token is required (Authorization: Bearer <token>)'
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Headers that are wrong, made from a token that is right. */
const BAD_HEADERS: Record<string, (token: string) => string | undefined> = {
  'no header': () => undefined,
  'an empty header': () => '',
  'the scheme alone': () => 'Bearer',
  'the scheme and a space': () => 'Bearer ',
  'the token alone': (token) => token,
  'another scheme': (token) => `Basic ${token}`,
  'a scheme that begins with Bearer': (token) => `BearerToken ${token}`,
  'no space': (token) => `Bearer${token}`,
  'a colon': (token) => `Bearer: ${token}`,
  'a quoted token': (token) => `Bearer "${token}"`,
  'two tokens': (token) => `Bearer ${token} ${token}`,
  'two tokens with a comma': (token) => `Bearer ${token},${token}`,
  'two credentials': (token) => `Bearer ${token}, Bearer ${token}`,
  garbage: () => 'Bearer garbage',
  dots: () => 'Bearer ..',
  'characters of no token': () => 'Bearer ä.ö.ü',
  'two parts': (token) => `Bearer ${token.split('.').slice(0, 2).join('.')}`,
  'an empty signature': (token) => `Bearer ${token.split('.').slice(0, 2).join('.')}.`,
  'four parts': (token) => `Bearer ${token}.${token.split('.')[2]}`,
  padding: (token) => `Bearer ${token}=`,
  'a character that lenient decoders skip': (token) => `Bearer ${token}!`,
  'a truncated signature': (token) => `Bearer ${token.slice(0, -1)}`,
  'a longer signature': (token) => `Bearer ${token}A`,
  'an altered signature': (token) => `Bearer ${withPart(token, 2, flipFirst)}`,
  'an altered payload': (token) =>
    `Bearer ${withPart(token, 1, () => encode({ ...claimsOf(token), sub: 'user' }))}`,
  'a later exp': (token) =>
    `Bearer ${withPart(token, 1, () => encode({ ...claimsOf(token), exp: NOW + 9999 }))}`,
  'an altered header': (token) => `Bearer ${withPart(token, 0, () => encode({ typ: 'JWT', alg: 'HS256' }))}`,
  'alg none without a signature': (token) =>
    `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`,
  'alg none with the signature': (token) => `Bearer ${withPart(token, 0, () => encode({ alg: 'none' }))}`,
  'alg None in other case': (token) => `Bearer ${encode({ alg: 'None' })}.${token.split('.')[1]}.`,
  'HS384 with the right key': (token) => `Bearer ${sign(claimsOf(token), { alg: 'HS384', hash: 'sha384' })}`,
  'HS512 with the right key': (token) => `Bearer ${sign(claimsOf(token), { alg: 'HS512', hash: 'sha512' })}`,
  'RS256 with the right key as if it were HS256': (token) =>
    `Bearer ${sign(claimsOf(token), { alg: 'RS256' })}`,
  'RS256 with a key pair': (token) => `Bearer ${signWithRsa(claimsOf(token))}`,
  'no algorithm': (token) => `Bearer ${withPart(token, 0, () => encode({ typ: 'JWT' }))}`,
  'another deployment': (token) => `Bearer ${sign(claimsOf(token), { secret: `${SECRET}.` })}`,
  'an unknown account': (token) => `Bearer ${sign({ ...claimsOf(token), sub: 'nobody' })}`,
  'another account of the same role': (token) => `Bearer ${sign({ ...claimsOf(token), sub: 'user' })}`,
  'a role that the account lacks': (token) => `Bearer ${sign({ ...claimsOf(token), role: 'USER' })}`,
  'an unknown role': (token) => `Bearer ${sign({ ...claimsOf(token), role: 'ROOT' })}`,
  'an unknown session': (token) => `Bearer ${sign({ ...claimsOf(token), jti: 'AAAAAAAAAAAAAAAAAAAAAA.x' })}`,
  'an empty jti': (token) => `Bearer ${sign({ ...claimsOf(token), jti: '' })}`,
  'an exp of now': (token) => `Bearer ${sign({ ...claimsOf(token), exp: NOW })}`,
  'an exp that is a string': (token) => `Bearer ${sign({ ...claimsOf(token), exp: String(NOW + 3600) })}`,
  'claims that are a list': () => `Bearer ${sign([])}`,
  'claims that are null': () => `Bearer ${sign(null)}`,
  'claims that are a string': () => `Bearer ${sign('admin')}`,
  ...Object.fromEntries(
    ['sub', 'exp', 'role', 'jti'].map((claim) => [
      `no ${claim}`,
      (token: string) => `Bearer ${sign(without(claimsOf(token), claim))}`,
    ]),
  ),
}

function withPart(token: string, index: number, change: (part: string) => string): string {
  return token
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.')
}

function flipFirst(part: string): string {
  return (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
}

function without(claims: object, name: string): object {
  return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
}

function signWithRsa(claims: unknown): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const input = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${input}.${signRsa('sha256', Buffer.from(input), createPrivateKey(privateKey)).toString('base64url')}`
}

function sendWith({ send }: Service, operation: string, authorization: string | undefined) {
  return send(inVariant('v2', operation), authorization === undefined ? {} : { headers: { authorization } })
}

t.test('decision 31: what is wrong with a header is 403 on every protected operation', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  for (const [name, spoil] of Object.entries(BAD_HEADERS)) {
    const authorization = spoil(token)
    for (const operation of PROTECTED_OPERATIONS) {
      const answer = await sendWith(service, operation, authorization)
      const path = `/api/v2${operation.split(' ')[1]}`
      t.equal(answer.status, 403, `${name}: ${operation}`)
      t.strictSame(answer.json, errorOf(403, 'Forbidden', MESSAGE, path), `${name}: ${operation}`)
    }
  }
  t.equal(await statusOfMe(service, token), 200, 'the token is still right')
})

t.test('section 5: an expired token is 403 on every protected operation', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  service.clock.now += 3_600_000
  for (const operation of PROTECTED_OPERATIONS) {
    t.equal((await sendWith(service, operation, `Bearer ${token}`)).status, 403, operation)
  }
})

t.test('decision 33: a token that was logged out is 403 on every protected operation', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  await service.send('POST /api/v2/auth/logout', { token })
  for (const operation of PROTECTED_OPERATIONS) {
    t.equal((await sendWith(service, operation, `Bearer ${token}`)).status, 403, operation)
  }
})

t.test('decision 31: HEAD is guarded like GET', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  const paths = ['/tasks', '/tasks/summary', '/tasks/1', '/tasks/1/attachments/1', '/auth/me']
  for (const path of paths) {
    t.equal((await sendWith(service, `HEAD ${path}`, undefined)).status, 403, path)
    t.equal((await sendWith(service, `HEAD ${path}`, 'Bearer garbage')).status, 403, path)
  }
  t.equal((await sendWith(service, 'HEAD /tasks', `Bearer ${token}`)).status, 200)
})

t.test('decision 31: a last character that decodes to the same bytes is a forgery', async (t) => {
  // Usernames of different lengths, so that the payload has spare bits in its last character in some token.
  const accounts = ['a', 'ab', 'abc'].map((username) => ({ username, password: 'p', role: 'USER' as const }))
  const service = await startWithSecret(t, { accounts })
  const twinsOfPart = [0, 0, 0]
  for (const { username, password } of accounts) {
    const { token } = await service.login(username, password)
    for (const index of [0, 1, 2]) {
      for (const forgery of twins(token, index)) {
        t.equal(await statusOfMe(service, forgery), 403, `part ${index}`)
        twinsOfPart[index] = (twinsOfPart[index] ?? 0) + 1
      }
    }
    t.equal(await statusOfMe(service, token), 200)
  }
  // A header of 27 bytes has no spare bits, three signatures have two each, two of three payloads have 4 and 2.
  t.strictSame(twinsOfPart, [0, 18, 9])
})

/** Every text that differs from a token in the last character of one part and decodes to the same bytes. */
function twins(token: string, index: number): string[] {
  const bytes = (text: string) => Buffer.from(text.split('.')[index] ?? '', 'base64url')
  return [...ALPHABET]
    .map((character) => withPart(token, index, (part) => part.slice(0, -1) + character))
    .filter((text) => text !== token && bytes(text).equals(bytes(token)))
}

t.test('decision 31: any other last character of a part is a forgery too', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  for (const index of [0, 1, 2]) {
    for (const character of ALPHABET) {
      const forgery = withPart(token, index, (part) => part.slice(0, -1) + character)
      if (forgery !== token) t.equal(await statusOfMe(service, forgery), 403, `${character} in part ${index}`)
    }
  }
})

t.test('decision 31: the alphabet of plain base64 is not taken for that of base64url', async (t) => {
  const service = await startWithSecret(t)
  const claims = claimsOf((await service.login()).token)
  // The order of the claims changes the signature; one of them has a letter in which the alphabets differ.
  const orders = Object.keys(claims).map((first) => sign({ [first]: claims[first], ...claims }))
  const token = orders.find((text) => /[-_]/.test(text.split('.')[2] ?? ''))
  if (token === undefined) return t.fail('no signature holds - or _')
  t.equal(await statusOfMe(service, token), 200)
  const plain = token.replaceAll('-', '+').replaceAll('_', '/')
  t.equal(await statusOfMe(service, plain), 403)
})

t.test('decision 30: a session of one account does not carry the claims of another', async (t) => {
  const service = await startWithSecret(t)
  const admin = claimsOf((await service.login()).token)
  const user = claimsOf((await service.login('user', 'user123')).token)
  t.equal(await statusOfMe(service, sign({ ...admin, jti: user.jti })), 403)
  t.equal(await statusOfMe(service, sign({ ...user, jti: admin.jti })), 403)
  t.equal(await statusOfMe(service, sign({ ...user, role: 'ADMIN' })), 403)
  t.equal(await statusOfMe(service, sign({ ...user, sub: 'testuser' })), 403)
  t.equal(await statusOfMe(service, sign(user)), 200)
})

t.test('decision 31: a refresh token is no access token', async (t) => {
  const service = await startWithSecret(t)
  const { refreshToken } = await service.login()
  t.equal(await statusOfMe(service, refreshToken), 403)
  t.equal((await refresh(service, refreshToken)).status, 200)
})

t.test('decision 31: a token in the query or in a cookie opens nothing', async (t) => {
  const { send, login } = await startWithSecret(t)
  const { token } = await login()
  t.equal((await send(`GET /api/v2/tasks?access_token=${token}&token=${token}`)).status, 403)
  t.equal((await send('GET /api/v2/tasks', { headers: { cookie: `token=${token}` } })).status, 403)
})

t.test('decision 31: the scheme is accepted in any case', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    t.equal((await sendWith(service, 'GET /auth/me', `${scheme} ${token}`)).status, 200, scheme)
    t.equal((await sendWith(service, 'GET /tasks', `${scheme} ${token}`)).status, 200, scheme)
  }
  const headers = { AUTHORIZATION: `Bearer ${token}` }
  t.equal((await service.send('GET /api/v2/tasks', { headers })).status, 200, 'the name of the header')
})
