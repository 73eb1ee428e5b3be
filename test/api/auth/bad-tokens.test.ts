import { generateKeyPairSync, sign as signRsa } from 'node:crypto'
import t from 'tap'
import { expectError } from '../../kit/expect-error.js'
import type { Service } from '../../kit/helper.js'
import { inVariant } from '../faults/operations.js'
import { claimsOf, encode, NOW, SECRET, sign, startWithSecret, statusOfMe } from './helper.js'

/** The message of a refusal for one of several reasons, written `a|b`. */
const messageFor = (reasons: string): RegExp =>
  new RegExp(`^A valid access token is required \\(Authorization: Bearer <token>\\): (${reasons})$`)

/** A token with one of its three parts changed. */
function withPart(token: string, index: number, change: (part: string) => string): string {
  return token
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.')
}

const signaturePartOf = (token: string): string => token.split('.')[2] ?? ''
const unsigned = (token: string): string => token.split('.').slice(0, 2).join('.')
const withClaims = (claims: object) => (token: string) => sign({ ...claimsOf(token), ...claims })
const withoutClaim = (name: string) => withClaims({ [name]: undefined })
const flipFirst = (part: string): string => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)

function signWithRsa(claims: unknown): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const input = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${input}.${signRsa('sha256', Buffer.from(input), privateKey).toString('base64url')}`
}

/** `Authorization` headers without a readable token, built from a valid token, by the reason for which they are refused. */
const BAD_HEADERS: Record<string, Record<string, (token: string) => string | undefined>> = {
  'the token is missing': {
    'no header': () => undefined,
    'an empty header': () => '',
    'the scheme alone': () => 'Bearer',
    'the scheme and a space': () => 'Bearer ',
  },
  'the header is malformed': {
    'the token alone': (token) => token,
    'another scheme': (token) => `Basic ${token}`,
    'a scheme that begins with Bearer': (token) => `BearerToken ${token}`,
    'no space': (token) => `Bearer${token}`,
    'a colon': (token) => `Bearer: ${token}`,
    'two tokens': (token) => `Bearer ${token} ${token}`,
    'two credentials': (token) => `Bearer ${token}, Bearer ${token}`,
  },
  'the token is malformed': {
    'a quoted token': (token) => `Bearer "${token}"`,
    'two tokens with a comma': (token) => `Bearer ${token},${token}`,
  },
}

/** Tokens that are malformed, tampered with, or signed for other claims, built from a valid token, by the same reasons. */
const BAD_TOKENS: Record<string, Record<string, (token: string) => string>> = {
  'the token is malformed': {
    garbage: () => 'garbage',
    dots: () => '..',
    'characters beyond ASCII': () => 'ä.ö.ü',
    'two parts': unsigned,
    'an empty signature': (token) => `${unsigned(token)}.`,
    'four parts': (token) => `${token}.${signaturePartOf(token)}`,
    padding: (token) => `${token}=`,
    'a character that lenient decoders skip': (token) => `${token}!`,
    'alg none without a signature': (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`,
  },
  // The character that is then the last has spare bits, so the text may be malformed too.
  'the token is malformed|the token was not issued by this service': {
    'a truncated signature': (token) => token.slice(0, -1),
  },
  'the token was not issued by this service': {
    'a longer signature': (token) => `${token}A`,
    'an altered signature': (token) => withPart(token, 2, flipFirst),
    'an altered subject': (token) => withPart(token, 1, () => encode({ ...claimsOf(token), sub: 'user' })),
    'a later exp': (token) => withPart(token, 1, () => encode({ ...claimsOf(token), exp: NOW + 9999 })),
    'an earlier exp': (token) => withPart(token, 1, () => encode({ ...claimsOf(token), exp: NOW - 9999 })),
    'an altered header': (token) => withPart(token, 0, () => encode({ typ: 'JWT', alg: 'HS256' })),
    'three parts of garbage': () => `${encode('a')}.${encode('b')}.${encode('c')}`,
    'alg none with the signature': (token) => withPart(token, 0, () => encode({ alg: 'none' })),
    'alg None': (token) => withPart(token, 0, () => encode({ alg: 'None' })),
    'HS384 with the right key': (token) => sign(claimsOf(token), { alg: 'HS384', hash: 'sha384' }),
    'HS512 with the right key': (token) => sign(claimsOf(token), { alg: 'HS512', hash: 'sha512' }),
    'RS256 in the header of an HS256 token': (token) => sign(claimsOf(token), { alg: 'RS256' }),
    'RS256 with a key pair': (token) => signWithRsa(claimsOf(token)),
    'no algorithm': (token) => withPart(token, 0, () => encode({ typ: 'JWT' })),
    'another key': (token) => sign(claimsOf(token), { secret: `${SECRET}.` }),
    'an unknown role': withClaims({ role: 'ROOT' }),
    'an exp that is a string': withClaims({ exp: String(NOW + 3600) }),
    'no sub': withoutClaim('sub'),
    'no exp': withoutClaim('exp'),
    'no role': withoutClaim('role'),
    'no jti': withoutClaim('jti'),
    'claims that are a list': () => sign([]),
    'claims that are null': () => sign(null),
    'claims that are a string': () => sign('admin'),
  },
  'the account no longer exists or has another role': {
    'an unknown account': withClaims({ sub: 'nobody' }),
    'another account': withClaims({ sub: 'user' }),
    'a role that the account lacks': withClaims({ role: 'USER' }),
  },
  'the session has ended, or belongs to another board': {
    'an unknown session': withClaims({ jti: 'AAAAAAAAAAAAAAAAAAAAAA.x' }),
    'an empty jti': withClaims({ jti: '' }),
  },
  'the token has expired': {
    'an exp of now': withClaims({ exp: NOW }),
    'an exp in the past, and an unknown session': withClaims({ exp: NOW - 1, jti: '' }),
  },
}

function sendWith({ send }: Service, operation: string, authorization: string | undefined) {
  return send(inVariant('v2', operation), authorization === undefined ? {} : { headers: { authorization } })
}

t.test('a missing, malformed, tampered or rejected token is 403, with the reason (decision 31)', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  const entries = <T>(table: Record<string, Record<string, T>>) =>
    Object.entries(table).flatMap(([reasons, cases]) =>
      Object.entries(cases).map(([name, build]) => [reasons, name, build] as const),
    )
  const headers = [
    ...entries(BAD_HEADERS).map(([reasons, name, build]) => [reasons, name, build(token)] as const),
    ...entries(BAD_TOKENS).map(([reasons, name, build]) => [reasons, name, `Bearer ${build(token)}`] as const),
  ]
  for (const [reasons, name, header] of headers) {
    const reply = await sendWith(service, 'GET /auth/me', header)
    t.equal(reply.status, 403, name)
    expectError(t, reply, { status: 403, path: '/api/v2/auth/me', message: messageFor(reasons) })
  }
  t.equal(await statusOfMe(service, token), 200, 'the token itself is still valid')
})

t.test('the 403 distinguishes an expired token from one whose session has ended (decisions 31 and 33)', async (t) => {
  const service = await startWithSecret(t)
  const { token } = await service.login()
  const other = await service.login()
  const expectReason = async (token: string, reason: string) =>
    expectError(
      t,
      await sendWith(service, 'GET /tasks', `Bearer ${token}`),
      { status: 403, path: '/api/v2/tasks', message: messageFor(reason) },
      false,
    )
  await service.send('POST /api/v2/auth/logout', { token })
  await expectReason(token, 'the session has ended, or belongs to another board')
  service.clock.now += 3600 * 1000
  await expectReason(other.token, 'the token has expired')
})

t.test('base64 is not accepted in place of base64url (decision 31)', async (t) => {
  const service = await startWithSecret(t)
  const claims = claimsOf((await service.login()).token)
  // The order of the claims changes the signature; one of them has a letter in which the alphabets differ.
  const orders = Object.keys(claims).map((first) => sign({ [first]: claims[first], ...claims }))
  const token = orders.find((text) => /[-_]/.test(signaturePartOf(text)))
  if (token === undefined) return t.fail('no signature has - or _')
  t.equal(await statusOfMe(service, token), 200)
  t.equal(await statusOfMe(service, token.replaceAll('-', '+').replaceAll('_', '/')), 403)
})

t.test('the session of one account does not carry the claims of another (decision 30)', async (t) => {
  const service = await startWithSecret(t)
  const admin = claimsOf((await service.login()).token)
  const user = claimsOf((await service.login('user', 'user123')).token)
  t.equal(await statusOfMe(service, sign({ ...admin, jti: user.jti })), 403)
  t.equal(await statusOfMe(service, sign({ ...user, jti: admin.jti })), 403)
  t.equal(await statusOfMe(service, sign({ ...user, role: 'ADMIN' })), 403)
  t.equal(await statusOfMe(service, sign({ ...user, sub: 'testuser' })), 403)
  t.equal(await statusOfMe(service, sign(user)), 200)
})

t.test('a token in the query or in a cookie is ignored (decision 31)', async (t) => {
  const { send, login } = await startWithSecret(t)
  const { token } = await login()
  t.equal((await send(`GET /api/v2/tasks?access_token=${token}&token=${token}`)).status, 403)
  t.equal((await send('GET /api/v2/tasks', { headers: { cookie: `token=${token}` } })).status, 403)
})
