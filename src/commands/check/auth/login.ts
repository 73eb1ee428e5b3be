/** The checks of logins, tokens and sessions. @module */

import type { Api } from '../api.js'
import { area, CURRENT, decision, EARLIER, type Section, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal, fields, hasFields, holds, isInteger, matches, status } from '../expect.js'
import { returns } from '../returns.js'
import { claimsOf } from '../tokens.js'

/** POST /auth/login, the access token, and GET /auth/me. */
export const login = area('login', { variants: ['v2'] })
const { check, within, loggedIn } = login
const current = within(CURRENT)
const earlierOnly = within(EARLIER)

const send = (api: Api, json: unknown) => api.send('POST /auth/login', { json, token: null })

check('returns-200', spec(4), 'A login returns 200.', async (api) => status(await send(api, api.user), 200))
check('token', spec(2), 'A login returns a `token`.', async (api) => matches((await api.login(api.user)).token, /\S/))
current('refresh-token', spec(2), 'A login returns a `refreshToken`.', async (api) =>
  matches((await api.login(api.user)).refreshToken, /\S/),
)
current('type', spec(2), '`type` is `Bearer`.', async (api) => fields(await api.login(api.user), { type: 'Bearer' }))
check('username', spec(2), '`username` is that of the account.', async (api) =>
  fields(await api.login(api.user), { username: api.user.username }),
)
current('role-user', spec(2), 'The role of a user is `USER`.', async (api) =>
  fields(await api.login(api.user), { role: 'USER' }),
)
current('role-admin', spec(2), 'The role of the administrator is `ADMIN`.', async (api) =>
  fields(await api.login(api.admin), { role: 'ADMIN' }),
)
check('expires-in', spec(5), '`expiresIn` is 3600.', async (api) =>
  fields(await api.login(api.user), { expiresIn: 3600 }),
)
check('expires-in-seconds', spec(2), '`expiresIn` is the lifetime of the token in seconds.', async (api) => {
  const { token, expiresIn } = await api.login(api.user)
  const { iat, exp } = claimsOf(token)
  equal(expiresIn, exp - iat)
})
current('fields', spec(2), 'The response has the fields of the specification.', async (api) =>
  hasFields(await api.login(api.user), ['expiresIn', 'refreshToken', 'role', 'token', 'type', 'username']),
)
earlierOnly('fields-earlier', spec(9), 'The response has exactly the fields of the earlier edition.', async (api) =>
  equal(Object.keys(await api.login(api.user)).sort(), ['expiresIn', 'token', 'username']),
)
check('no-store', decision(34), 'The response has `Cache-Control: no-store`.', async (api) =>
  matches((await send(api, api.user)).headers.get('cache-control'), /\bno-store\b/),
)
check('errors', decision(27), '`errors` names both fields.', async (api) =>
  equal(Object.keys((await send(api, { username: 1, password: {} })).json?.errors ?? {}).sort(), [
    'password',
    'username',
  ]),
)
check('null-character', decision(39), 'A username with U+0000 returns 400.', async (api) =>
  status(await send(api, { username: 'a\0', password: 'x' }), 400),
)
check('ignores-unknown', decision(4), 'Unknown fields, such as `role`, are ignored.', async (api) =>
  fields(claimsOf((await send(api, { ...api.user, role: 'ADMIN' })).json?.token), { role: 'USER' }),
)
check('missing-body', decision(7), 'A login without a body returns 400.', async (api) =>
  equal(await api.status('POST /auth/login', { token: null }), 400),
)
check('form', decision(7), 'A login as a form returns 415.', async (api) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  equal(await api.status('POST /auth/login', { body: 'username=x&password=x', headers, token: null }), 415)
})
check('ignores-authorization', decision(31), 'A login ignores the `Authorization` header.', async (api) =>
  equal(await api.status('POST /auth/login', { json: api.user, headers: { authorization: 'Bearer x' } }), 200),
)

const WRONG: [name: string, section: Section, title: string, change: (user: Api['user']) => object][] = [
  ['wrong-password', spec(5), 'A wrong password', ({ username }) => ({ username, password: 'wrong' })],
  ['unknown-user', spec(5), 'An unknown username', ({ password }) => ({ username: 'nobody-has-this-name', password })],
  ['password-case', spec(5), 'A password in another case', (user) => ({ ...user, password: swapCase(user.password) })],
  ['empty-strings', decision(34), 'Empty strings', () => ({ username: '', password: '' })],
  [
    'password-space',
    spec(5),
    'A password with a space at the end',
    (user) => ({ ...user, password: `${user.password} ` }),
  ],
  ['sql', spec(5), 'SQL as the username', ({ password }) => ({ username: "' OR '1'='1", password })],
]
for (const [name, section, title, change] of WRONG) {
  check(name, section, `${title} returns 401.`, async (api) => status(await send(api, change(api.user)), 401))
}
check('wrong-message', spec(5), 'The message says that the username or password is invalid.', async (api) => {
  const { json } = await send(api, { ...api.user, password: 'wrong' })
  matches(json?.message, /(?=.*username)(?=.*password)(?=.*(invalid|wrong|incorrect))/i)
})
check('wrong-message-exact', decision(28), 'The message is "Invalid username or password".', async (api) =>
  fields((await send(api, { ...api.user, password: 'wrong' })).json, { message: 'Invalid username or password' }),
)
check('wrong-body', spec(2), 'The body of the 401 has the shape of errors.', async (api) =>
  fields((await send(api, { ...api.user, password: 'wrong' })).json, { status: 401, error: 'Unauthorized' }),
)
check('wrong-same', decision(34), 'A wrong password and an unknown username get the same message.', async (api) => {
  const first = await send(api, { ...api.user, password: 'wrong' })
  const second = await send(api, { ...api.user, username: 'nobody-has-this-name' })
  equal(second.json?.message, first.json?.message)
})
check('www-authenticate', decision(34), 'The 401 has `WWW-Authenticate: Bearer`.', async (api) =>
  matches((await send(api, { ...api.user, password: 'wrong' })).headers.get('www-authenticate'), /^Bearer\b/i),
)
for (const [name, title, json] of [
  ['username-missing', 'A login without a username', { password: 'x' }],
  ['password-missing', 'A login without a password', { username: 'x' }],
  ['username-number', 'A username that is a number', { username: 5, password: 'x' }],
  ['password-null', 'A password that is `null`', { username: 'x', password: null }],
  ['username-list', 'A username that is a list', { username: ['x'], password: 'x' }],
] as const) {
  check(name, decision(34), `${title} returns 400.`, async (api) => status(await send(api, json), 400))
}

const claims = async (api: Api): Promise<Json> => claimsOf((await api.login(api.user)).token)
check('claim-sub', spec(5), 'The claim `sub` is the username.', async (api) =>
  fields(await claims(api), { sub: api.user.username }),
)
check('claim-role', spec(5), 'The claim `role` is the role.', async (api) =>
  fields(await claims(api), { role: 'USER' }),
)
check('claim-role-admin', spec(5), 'The claim `role` of the administrator is ADMIN.', async (api) =>
  fields(claimsOf((await api.login(api.admin)).token), { role: 'ADMIN' }),
)
check('claim-iat', spec(5), 'The claim `iat` is in Unix seconds.', async (api) => {
  const { iat } = await claims(api)
  isInteger(iat)
  holds(String(iat).length <= 11, 'seconds, not milliseconds', iat)
})
check('claim-exp', spec(5), 'The claim `exp` is `iat` + 3600.', async (api) => {
  const { iat, exp } = await claims(api)
  equal(exp, iat + 3600)
})
check('claims-only', decision(30), 'A token has only the claims sub, iat, exp, role and jti.', async (api) =>
  equal(Object.keys(await claims(api)).sort(), ['exp', 'iat', 'jti', 'role', 'sub']),
)
check('algorithm', decision(30), 'Tokens are signed with HS256.', async (api) =>
  fields(claimsOf((await api.login(api.user)).token, 0), { alg: 'HS256' }),
)
check('tokens-differ', decision(30), 'Two logins return two tokens.', async (api) => {
  const [first, second] = [await api.login(api.user), await api.login(api.user)]
  holds(first.token !== second.token, 'two tokens', first.token)
  holds(claimsOf(first.token).jti !== claimsOf(second.token).jti, 'two values of `jti`', claimsOf(first.token))
})

check('me-returns-200', spec(4), 'GET /auth/me returns 200.', returns(200, 'GET /auth/me'))
check('me-username', spec(5), 'GET /auth/me returns the username.', async (api) =>
  fields(await api.json('GET /auth/me'), { username: api.admin.username }),
)
check('me-role-admin', spec(2), 'The role of the administrator is `ROLE_ADMIN`.', async (api) =>
  fields(await api.json('GET /auth/me'), { role: 'ROLE_ADMIN' }),
)
loggedIn('me-role-user', spec(2), 'The role of a user is `ROLE_USER`.', async (api, { token }) => {
  fields(await api.json('GET /auth/me', { token }), { role: 'ROLE_USER' })
})
check('me-no-store', decision(34), 'GET /auth/me has `Cache-Control: no-store`.', async (api) =>
  matches((await api.send('GET /auth/me')).headers.get('cache-control'), /\bno-store\b/),
)

function swapCase(text: string): string {
  const swapped = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
  return swapped === text ? `${text}x` : swapped
}
