/** The checks of logins, tokens and sessions. @module */

import { area } from '../check.js'

/** POST /auth/login, the access token, and GET /auth/me. */
export const login = area('login', 'v2')

const AS_USER = 'POST /auth/login {username: "{user.username}", password: "{user.password}"} with none'
const AS_ADMIN = 'POST /auth/login {username: "{admin.username}", password: "{admin.password}"} with none'
const WRONG = 'POST /auth/login {username: "{user.username}", password: "wrong"} with none'

login(`
returns-200 | spec 4 | A login returns 200. | ${AS_USER} → 200
token | spec 2 | A login returns a 'token'. | ${AS_USER} → /token ~ /\\S/
username | spec 2 | 'username' is that of the account. | ${AS_USER} → /username = {user.username}
expires-in | spec 5 | 'expiresIn' is 3600. | ${AS_USER} → /expiresIn = 3600
no-store | decision 34 | The response has 'Cache-Control: no-store'.
  ${AS_USER} → header cache-control ~ /\\bno-store\\b/
errors | decision 27 | 'errors' names both fields.
  POST /auth/login {username: 1, password: {}} with none → /errors keys = ["password", "username"]
null-character | decision 39 | A username with U+0000 returns 400.
  POST /auth/login {username: "a\\u0000", password: "x"} with none → 400
missing-body | decision 7 | A login without a body returns 400. | POST /auth/login with none → 400
form | decision 7 | A login as a form returns 415.
  POST /auth/login raw username=x&password=x with none with content-type: application/x-www-form-urlencoded → 415
ignores-authorization | decision 31 | A login ignores the 'Authorization' header.
  POST /auth/login {username: "{user.username}", password: "{user.password}"} with authorization: Bearer x → 200
wrong-password | spec 5 | A wrong password returns 401. | ${WRONG} → 401
unknown-user | spec 5 | An unknown username returns 401.
  POST /auth/login {username: "nobody-has-this-name", password: "{user.password}"} with none → 401
empty-strings | decision 34 | Empty strings returns 401. | POST /auth/login {username: "", password: ""} with none → 401
password-space | spec 5 | A password with a space at the end returns 401.
  POST /auth/login {username: "{user.username}", password: "{user.password} "} with none → 401
sql | spec 5 | SQL as the username returns 401.
  POST /auth/login {username: "' OR '1'='1", password: "{user.password}"} with none → 401
wrong-message | spec 5 | The message says that the username or password is invalid.
  ${WRONG} → /message ~ /(?=.*username)(?=.*password)(?=.*(invalid|wrong|incorrect))/i
wrong-message-exact | decision 28 | The message is "Invalid username or password".
  ${WRONG} → /message = "Invalid username or password"
wrong-body | spec 2 | The body of the 401 has the shape of errors. | ${WRONG} → {status: 401, error: "Unauthorized"}
www-authenticate | decision 34 | The 401 has 'WWW-Authenticate: Bearer'.
  ${WRONG} → header www-authenticate ~ /^Bearer\\b/i
username-missing | decision 34 | A login without a username returns 400.
  POST /auth/login {password: "x"} with none → 400
password-missing | decision 34 | A login without a password returns 400.
  POST /auth/login {username: "x"} with none → 400
username-number | decision 34 | A username that is a number returns 400.
  POST /auth/login {username: 5, password: "x"} with none → 400
password-null | decision 34 | A password that is 'null' returns 400.
  POST /auth/login {username: "x", password: null} with none → 400
username-list | decision 34 | A username that is a list returns 400.
  POST /auth/login {username: ["x"], password: "x"} with none → 400
me-returns-200 | spec 4 | GET /auth/me returns 200. | GET /auth/me → 200
me-username | spec 5 | GET /auth/me returns the username. | GET /auth/me → /username = {admin.username}
me-role-admin | spec 2 | The role of the administrator is 'ROLE_ADMIN'. | GET /auth/me → /role = "ROLE_ADMIN"
me-role-user | spec 2 | The role of a user is 'ROLE_USER'. | GET /auth/me with {login.token} → /role = "ROLE_USER"
me-no-store | decision 34 | GET /auth/me has 'Cache-Control: no-store'.
  GET /auth/me → header cache-control ~ /\\bno-store\\b/
refresh-token | spec 2, current | A login returns a 'refreshToken'. | ${AS_USER} → /refreshToken ~ /\\S/
type | spec 2, current | 'type' is 'Bearer'. | ${AS_USER} → /type = "Bearer"
role-user | spec 2, current | The role of a user is 'USER'. | ${AS_USER} → /role = "USER"
role-admin | spec 2, current | The role of the administrator is 'ADMIN'. | ${AS_ADMIN} → /role = "ADMIN"
fields | spec 2, current | The response has the fields of the specification.
  ${AS_USER} → body has expiresIn, refreshToken, role, token, type, username
fields-earlier | spec 9, earlier | The response has exactly the fields of the earlier edition.
  ${AS_USER} → body keys = ["expiresIn", "token", "username"]
password-case | spec 5 | A password in another case returns 401.
  POST /auth/login {username: "{user.username}", password: "{user.password.^otherCase}"} with none → 401
wrong-same | decision 34 | A wrong password and an unknown username get the same message.
  ${WRONG} as first → 401
  POST /auth/login {username: "nobody-has-this-name", password: "{user.password}"} with none
  → 401 ; /message = {first.message}
claim-sub | spec 5 | The claim 'sub' is the username. | ${AS_USER} → /token/^claims/sub = {user.username}
claim-role | spec 5 | The claim 'role' is the role. | ${AS_USER} → /token/^claims/role = "USER"
claim-role-admin | spec 5 | The claim 'role' of the administrator is ADMIN.
  ${AS_ADMIN} → /token/^claims/role = "ADMIN"
claim-iat | spec 5 | The claim 'iat' is in Unix seconds.
  ${AS_USER} → /token/^claims/iat is integer ; /token/^claims/iat < 100000000000
claim-exp | spec 5 | The claim 'exp' is 'iat' + 3600. | ${AS_USER} → /token/^lifetime = 3600
claims-only | decision 30 | A token has only the claims sub, iat, exp, role and jti.
  ${AS_USER} → /token/^claims keys = ["exp", "iat", "jti", "role", "sub"]
expires-in-seconds | spec 2 | 'expiresIn' is the lifetime of the token in seconds.
  ${AS_USER} as new → /token/^lifetime = {new.expiresIn}
ignores-unknown | decision 4 | Unknown fields, such as 'role', are ignored.
  POST /auth/login {username: "{user.username}", password: "{user.password}", role: "ADMIN"} with none
  → /token/^claims/role = "USER"
algorithm | decision 30 | Tokens are signed with HS256. | ${AS_USER} → /token/^header/alg = "HS256"
tokens-differ | decision 30 | Two logins return two tokens. | ${AS_USER} as first
  ${AS_USER} → /token ≠ {first.token} ; /token/^claims/jti ≠ {first.token.^claims.jti}
`)

/** POST /auth/logout. */
export const logout = area('logout', 'v2')

const LOGOUT = 'POST /auth/logout with {login.token}'
const ME = 'GET /auth/me with'

logout(`
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

/** POST /auth/refresh. */
export const refresh = area('refresh', 'v2 current')

const REFRESH = 'POST /auth/refresh {refreshToken: {login.refreshToken}} with none'
const AGAIN = 'POST /auth/refresh {refreshToken: {renewed.refreshToken}} with none'

refresh(`
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
