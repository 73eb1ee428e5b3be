import { area, CURRENT, decision } from '../check.js'
import { equal } from '../expect.js'

/** POST /auth/logout. */
export const logout = area('logout', { variants: ['v2'] })
const { rules, loggedIn } = logout

const LOGOUT = 'POST /auth/logout with {login.token}'
const ME = 'GET /auth/me with'

rules(`
returns-200 | spec 5 | A logout returns 200. | ${LOGOUT} → 200
message | spec 5 | A logout returns a 'message'. | ${LOGOUT} → /message ~ /\\S/
message-exact | decision 28 | The message is "Logged out successfully".
  ${LOGOUT} → body = {message: "Logged out successfully"}
ends-access | decision 33 | After a logout, the access token is refused.
  ${LOGOUT} → any
  ${ME} {login.token} → 403
keeps-others | decision 33 | A logout does not end other sessions.
  ${LOGOUT} → any
  ${ME} {second.token} → 200
  ${ME} {asAdmin.token} → 200
twice | decision 33 | The second logout with a token returns 403.
  ${LOGOUT} → any
  ${LOGOUT} → 403
with-content-type | decision 7 | A logout accepts 'Content-Type' with no body.
  ${LOGOUT} with content-type: application/json → 200
`)
rules(
  `
ends-refresh | decision 33 | After a logout, the refresh token is refused.
  ${LOGOUT} → any
  POST /auth/refresh {refreshToken: {login.refreshToken}} with none → 403
`,
  CURRENT,
)
const REFRESHED = 'A logout ends all tokens of the session, including those of a refresh.'
loggedIn('ends-refreshed', decision(33), REFRESHED, async (api, { token, refreshToken }) => {
  const options = api.edition === 'current' ? { json: { refreshToken }, token: null } : { token }
  const refreshed = await api.json('POST /auth/refresh', options)
  await api.send('POST /auth/logout', { token })
  equal(await api.status('GET /auth/me', { token: refreshed.token }), 403)
})
