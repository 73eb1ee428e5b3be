const LOGIN = 'POST /auth/login {username: "{user.username}", password: "{user.password}"} with none as login'
const REFRESH = 'POST /auth/refresh {refreshToken: "{login.refreshToken}"} with none'

/** A token whose signature is not that of its content. */
const TAMPERED = `{login.token.^0}.{login.token.^1}.${'A'.repeat(43)}`

export const AUTH = `
current-role-without-prefix | v2 | the role of the current user has the prefix ROLE_
  GET /auth/me → 200 ; json ; /role = "ROLE_USER"
expires-in-milliseconds | v2 | expiresIn is in seconds | ${LOGIN} → 200 ; json ; /expiresIn = 3600
login-failure-returns-400 | v2 | a login with a wrong password returns 401
  POST /auth/login {username: "{user.username}", password: "wrong"} with none → json ; 401
logout-keeps-session | v2 | a token is refused after the logout
  POST /auth/logout with {login.token}
  GET /tasks with {login.token} → json ; 403
logout-returns-204 | v2 | a logout returns 200 | POST /auth/logout with {login.token} → json ; 200
missing-token-returns-401 | v2 | a request without a token returns 403 | GET /tasks with none → json ; 403
not-found-before-token | v2 | the token is checked before the task is looked up
  GET /tasks/{unknown} with invalid → json ; 403
refresh-token-reusable | v2 | a refresh token works once
  ${REFRESH}
  ${REFRESH} → json ; 403
token-signature-ignored | v2 | a token with a changed signature is refused | GET /tasks with ${TAMPERED} → json ; 403
user-deletes-all | v2 alone | an account with the role USER cannot delete all tasks
  DELETE /tasks with user → json ; 403
comments-need-no-token | v2 | a comment needs a token
  POST /tasks/{task.id}/comments {text: "A comment"} with none → json ; 403
create-needs-no-token | v2 | a new task needs a token | POST /tasks +{} with none → json ; 403
current-user-after-logout | v2 | the current user is not shown after the logout
  POST /auth/logout with {login.token}
  GET /auth/me with {login.token} → json ; 403
current-user-returns-404 | v2 | a token with a changed signature returns 403
  GET /auth/me with ${TAMPERED} → json ; 403
download-needs-no-token | v2 | a download needs a token
  GET /tasks/{task.id}/attachments/{files.0.id} with none → json ; 403
list-needs-no-token | v2 | the list needs a token | GET /tasks with none → json ; 403
logout-without-message | v2 | a logout returns a message
  POST /auth/logout with {login.token} → 200 ; json ; /message ~ /./
missing-password-returns-401 | v2 | a login without a password returns 400
  POST /auth/login {username: "{user.username}"} with none → json ; 400
password-ignores-case | v2 | a login with the password in capital letters returns 401
  POST /auth/login {username: "{user.username}", password: "{user.PASSWORD}"} with none → json ; 401
refresh-failure-returns-401 | v2 | an unknown refresh token returns 403
  POST /auth/refresh {refreshToken: "unknown"} with none → json ; 403
summary-needs-no-token | v2 | the summary needs a token | GET /tasks/summary with none → json ; 403
token-type-in-lower-case | v2 | the type of a token is Bearer | ${LOGIN} → 200 ; json ; /type = "Bearer"
token-without-scheme-accepted | v2 | a token without the scheme Bearer is refused
  GET /tasks with none with Authorization: {login.token} → json ; 403
uploads-need-no-token | v2 | an upload needs a token
  POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}] with none → json ; 403
tokens-cacheable | v2 | a response with tokens is not cached | ${LOGIN} → 200 ; json ; header cache-control = "no-store"
concurrent-refreshes-succeed | v2 | of two refreshes at the same time, one succeeds
  ${REFRESH} & ${REFRESH} → statuses = [200, 403]
`
