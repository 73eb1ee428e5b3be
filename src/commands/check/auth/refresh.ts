import { area } from '../check.js'

/** POST /auth/refresh. */
export const refresh = area('refresh', 'v2 current')
const { rules } = refresh

const REFRESH = 'POST /auth/refresh {refreshToken: {login.refreshToken}} with none'
const AGAIN = 'POST /auth/refresh {refreshToken: {renewed.refreshToken}} with none'
const ME = 'GET /auth/me with'

rules(`
returns-200 | spec 4 | A refresh returns 200. | ${REFRESH} → 200
fields | spec 2 | A refresh returns the fields of the specification.
  ${REFRESH} → body has expiresIn, refreshToken, token, type
values | spec 5 | After a refresh, 'type' is 'Bearer' and 'expiresIn' is 3600.
  ${REFRESH} → {type: "Bearer", expiresIn: 3600}
token-works | spec 5 | The new access token is accepted.
  ${REFRESH} as renewed
  ${ME} {renewed.token} → body = {username: {user.username}, role: "ROLE_USER"}
renews-both | spec 5 | A refresh returns another access token and another refresh token.
  ${REFRESH} → /token ≠ {login.token} ; /refreshToken ≠ {login.refreshToken}
chain | spec 5 | The new refresh token works.
  ${REFRESH} as renewed
  ${AGAIN} → 200
no-store | decision 34 | A refresh has 'Cache-Control: no-store'. | ${REFRESH} → header cache-control ~ /\\bno-store\\b/
once | decision 32 | A refresh token works once.
  ${REFRESH} → any
  ${REFRESH} → 403
twice-ends-session | decision 32 | The second use of a refresh token ends the session.
  ${REFRESH} as renewed
  ${REFRESH} → any
  ${ME} {login.token} → 403
  ${ME} {renewed.token} → 403
  ${AGAIN} → 403
twice-keeps-others | decision 32 | The second use of a refresh token does not end other sessions of the account.
  ${REFRESH} → any
  ${REFRESH} → any
  ${ME} {second.token} → 200
  POST /auth/refresh {refreshToken: {second.refreshToken}} with none → 200
ignores-authorization | decision 32 | A refresh ignores the 'Authorization' header.
  POST /auth/refresh {refreshToken: {login.refreshToken}} with authorization: Bearer x → 200
keeps-token | decision 32 | A refresh keeps the access token.
  ${REFRESH} → any
  ${ME} {login.token} → 200
refused-uses-nothing | decision 32 | A refused refresh does not use up the token.
  POST /auth/refresh raw {"refreshToken":"{login.refreshToken}" with none with content-type: application/json → 400
  ${REFRESH} → 200
unknown | decision 32 | An unknown refresh token returns 403.
  POST /auth/refresh {refreshToken: "unknown"} with none → 403
empty | decision 32 | An empty refresh token returns 403. | POST /auth/refresh {refreshToken: ""} with none → 403
missing | decision 32 | A missing refresh token returns 400. | POST /auth/refresh {} with none → 400
number | decision 32 | A refresh token that is a number returns 400.
  POST /auth/refresh {refreshToken: 5} with none → 400
null | decision 32 | A refresh token that is 'null' returns 400.
  POST /auth/refresh {refreshToken: null} with none → 400
with-access-token | decision 32 | An access token is not a refresh token.
  POST /auth/refresh {refreshToken: {login.token}} with none → 403
token-not-access | spec 5 | A refresh token is not an access token. | ${ME} {login.refreshToken} → 403
earlier-returns-200 | spec 9, earlier | A refresh with the access token and no body returns 200.
  POST /auth/refresh with {login.token} → 200
earlier-fields | spec 9, earlier | A refresh returns 'token' and 'expiresIn'.
  POST /auth/refresh with {login.token} → body keys = ["expiresIn", "token"] ; /expiresIn = 3600
earlier-works | spec 9, earlier | The new token is accepted.
  POST /auth/refresh with {login.token} as renewed
  ${ME} {renewed.token} → 200
earlier-keeps-token | decision 85, earlier | A refresh returns another token, and the old one stays valid.
  POST /auth/refresh with {login.token} → /token ≠ {login.token}
  ${ME} {login.token} → 200
earlier-ignores-body | decision 85, earlier | A refresh ignores a JSON body.
  POST /auth/refresh {refreshToken: 1} with {login.token} → 200
earlier-no-store | decision 34, earlier | A refresh has 'Cache-Control: no-store'.
  POST /auth/refresh with {login.token} → header cache-control ~ /\\bno-store\\b/
earlier-without-token | decision 86, earlier | A refresh without a token returns 401.
  POST /auth/refresh with none → 401
at-once | decision 32 | If two refreshes use a token at once, one succeeds, and the other ends the session.
  ${REFRESH} & ${REFRESH} as refreshed → statuses = [200, 403]
  ${ME} {refreshed.token} → 403
`)
