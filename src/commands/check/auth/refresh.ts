import type { Api } from '../api.js'
import { area, CURRENT, decision, EARLIER, spec } from '../check.js'
import { equal, fields, hasFields, holds, matches, status } from '../expect.js'

/** POST /auth/refresh. */
export const refresh = area('refresh', { variants: ['v2'], ...CURRENT })
const { check, given, within, loggedIn } = refresh
const earlierOnly = given((api) => api.login(api.user), EARLIER)
/** Checks that start with a refresh token. */
const withToken = given(async (api) => (await api.login(api.user)).refreshToken)

const exchange = (api: Api, refreshToken: unknown) =>
  api.send('POST /auth/refresh', { json: { refreshToken }, token: null })
const me = (api: Api, token: string) => api.status('GET /auth/me', { token })

withToken('returns-200', spec(4), 'A refresh returns 200.', async (api, token) => {
  status(await exchange(api, token), 200)
})
withToken('fields', spec(2), 'A refresh returns the fields of the specification.', async (api, token) => {
  const { json } = await exchange(api, token)
  hasFields(json, ['expiresIn', 'refreshToken', 'token', 'type'])
})
withToken('values', spec(5), 'After a refresh, `type` is `Bearer` and `expiresIn` is 3600.', async (api, token) => {
  fields((await exchange(api, token)).json, { type: 'Bearer', expiresIn: 3600 })
})
withToken('token-works', spec(5), 'The new access token is accepted.', async (api, token) => {
  const { json } = await exchange(api, token)
  equal(await api.json('GET /auth/me', { token: json.token }), { username: api.user.username, role: 'ROLE_USER' })
})
check('renews-both', spec(5), 'A refresh returns another access token and another refresh token.', async (api) => {
  const before = await api.login(api.user)
  const { json } = await exchange(api, before.refreshToken)
  holds(json.token !== before.token && json.refreshToken !== before.refreshToken, 'two new tokens', json)
})
withToken('chain', spec(5), 'The new refresh token works.', async (api, token) => {
  const { json } = await exchange(api, token)
  status(await exchange(api, json.refreshToken), 200)
})
withToken('no-store', decision(34), 'A refresh has `Cache-Control: no-store`.', async (api, token) => {
  matches((await exchange(api, token)).headers.get('cache-control'), /\bno-store\b/)
})
withToken('once', decision(32), 'A refresh token works once.', async (api, token) => {
  await exchange(api, token)
  status(await exchange(api, token), 403)
})
loggedIn(
  'twice-ends-session',
  decision(32),
  'The second use of a refresh token ends the session.',
  async (api, { token, refreshToken }) => {
    const { json } = await exchange(api, refreshToken)
    await exchange(api, refreshToken)
    equal([await me(api, token), await me(api, json.token)], [403, 403])
    status(await exchange(api, json.refreshToken), 403)
  },
)
check(
  'twice-keeps-others',
  decision(32),
  'The second use of a refresh token does not end other sessions of the account.',
  async (api) => {
    const [{ refreshToken }, other] = [await api.login(api.user), await api.login(api.user)]
    await exchange(api, refreshToken)
    await exchange(api, refreshToken)
    equal(await me(api, other.token), 200)
    status(await exchange(api, other.refreshToken), 200)
  },
)
check('ignores-authorization', decision(32), 'A refresh ignores the `Authorization` header.', async (api) => {
  const json = { refreshToken: (await api.login(api.user)).refreshToken }
  equal(await api.status('POST /auth/refresh', { json, headers: { authorization: 'Bearer x' } }), 200)
})
loggedIn('keeps-token', decision(32), 'A refresh keeps the access token.', async (api, { token, refreshToken }) => {
  await exchange(api, refreshToken)
  equal(await me(api, token), 200)
})
withToken(
  'at-once',
  decision(32),
  'If two refreshes use a token at once, one succeeds, and the other ends the session.',
  async (api, token) => {
    const replies = await Promise.all([exchange(api, token), exchange(api, token)])
    equal(replies.map(({ status }) => status).sort(), [200, 403])
    equal(await me(api, replies.find(({ status }) => status === 200)?.json?.token), 403)
  },
)
withToken('refused-uses-nothing', decision(32), 'A refused refresh does not use up the token.', async (api, token) => {
  const body = `{"refreshToken":"${token}"`
  const headers = { 'content-type': 'application/json' }
  equal(await api.status('POST /auth/refresh', { body, headers, token: null }), 400)
  status(await exchange(api, token), 200)
})
for (const [name, title, token, code] of [
  ['unknown', 'An unknown refresh token', 'unknown', 403],
  ['empty', 'An empty refresh token', '', 403],
  ['missing', 'A missing refresh token', undefined, 400],
  ['number', 'A refresh token that is a number', 5, 400],
  ['null', 'A refresh token that is `null`', null, 400],
] as const) {
  check(`${name}`, decision(32), `${title} returns ${code}.`, async (api) => status(await exchange(api, token), code))
}
loggedIn('with-access-token', decision(32), 'An access token is not a refresh token.', async (api, { token }) => {
  status(await exchange(api, token), 403)
})
withToken('token-not-access', spec(5), 'A refresh token is not an access token.', async (api, token) => {
  equal(await me(api, token), 403)
})

const renew = (api: Api, token: string) => api.send('POST /auth/refresh', { token })
earlierOnly('earlier-returns-200', spec(9), 'A refresh with the access token and no body returns 200.', async (api) => {
  const { token } = await api.login(api.user)
  status(await renew(api, token), 200)
})
earlierOnly('earlier-fields', spec(9), 'A refresh returns `token` and `expiresIn`.', async (api, { token }) => {
  const { json } = await renew(api, token)
  equal([Object.keys(json ?? {}).sort(), json?.expiresIn], [['expiresIn', 'token'], 3600])
})
earlierOnly('earlier-works', spec(9), 'The new token is accepted.', async (api, { token }) => {
  equal(await me(api, (await renew(api, token)).json.token), 200)
})
earlierOnly(
  'earlier-keeps-token',
  decision(85),
  'A refresh returns another token, and the old one stays valid.',
  async (api, { token }) => {
    const { json } = await renew(api, token)
    holds(json?.token !== token, 'another token', json)
    equal(await me(api, token), 200)
  },
)
earlierOnly('earlier-ignores-body', decision(85), 'A refresh ignores a JSON body.', async (api, { token }) => {
  equal(await api.status('POST /auth/refresh', { token, json: { refreshToken: 1 } }), 200)
})
earlierOnly('earlier-no-store', decision(34), 'A refresh has `Cache-Control: no-store`.', async (api, { token }) => {
  matches((await renew(api, token)).headers.get('cache-control'), /\bno-store\b/)
})
within(EARLIER)('earlier-without-token', decision(86), 'A refresh without a token returns 401.', async (api) =>
  equal(await api.status('POST /auth/refresh', { token: null }), 401),
)
