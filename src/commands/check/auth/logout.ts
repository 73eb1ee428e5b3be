import type { Api } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import { equal, matches, status } from '../expect.js'

/** POST /auth/logout. */
export const logout = area('logout', { variants: ['v2'] })
const { check, within, loggedIn } = logout
const current = within(CURRENT)

const send = (api: Api, token: string) => api.send('POST /auth/logout', { token })
const me = (api: Api, token: string) => api.status('GET /auth/me', { token })

loggedIn('returns-200', spec(5), 'A logout returns 200.', async (api, { token }) => {
  status(await send(api, token), 200)
})
loggedIn('message', spec(5), 'A logout returns a `message`.', async (api, { token }) => {
  matches((await send(api, token)).json?.message, /\S/)
})
loggedIn('message-exact', decision(28), 'The message is "Logged out successfully".', async (api, { token }) => {
  equal((await send(api, token)).json, { message: 'Logged out successfully' })
})
loggedIn('ends-access', decision(33), 'After a logout, the access token is refused.', async (api, { token }) => {
  await send(api, token)
  equal(await me(api, token), 403)
})
current('ends-refresh', decision(33), 'After a logout, the refresh token is refused.', async (api) => {
  const { token, refreshToken } = await api.login(api.user)
  await send(api, token)
  status(await api.send('POST /auth/refresh', { json: { refreshToken }, token: null }), 403)
})
loggedIn(
  'ends-refreshed',
  decision(33),
  'A logout ends all tokens of the session, including those of a refresh.',
  async (api, { token, refreshToken }) => {
    const options = api.edition === 'current' ? { json: { refreshToken }, token: null } : { token }
    const refreshed = await api.json('POST /auth/refresh', options)
    await send(api, token)
    equal(await me(api, refreshed.token), 403)
  },
)
check('keeps-others', decision(33), 'A logout does not end other sessions.', async (api) => {
  const [first, ...others] = [await api.login(api.user), await api.login(api.user), await api.login(api.admin)]
  await send(api, first.token)
  for (const { token } of others) equal(await me(api, token), 200)
})
loggedIn('twice', decision(33), 'The second logout with a token returns 403.', async (api, { token }) => {
  await send(api, token)
  status(await send(api, token), 403)
})
loggedIn('with-content-type', decision(7), 'A logout accepts `Content-Type` with no body.', async (api, { token }) => {
  equal(await api.status('POST /auth/logout', { token, headers: { 'content-type': 'application/json' } }), 200)
})
