import { area } from '../check.js'

/** POST /auth/logout. */
export const logout = area('logout', 'v2')
const { rules } = logout

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
ends-refresh | decision 33, current | After a logout, the refresh token is refused.
  ${LOGOUT} → any
  POST /auth/refresh {refreshToken: {login.refreshToken}} with none → 403
ends-refreshed | decision 33 | A logout ends all tokens of the session, including those of a refresh.
  current POST /auth/refresh {refreshToken: {login.refreshToken}} with none as refreshed
  earlier POST /auth/refresh with {login.token} as refreshed
  ${LOGOUT} → any
  ${ME} {refreshed.token} → 403
`)
