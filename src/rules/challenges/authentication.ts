import { ANY, challengesIn, on, onVariant, type Solutions } from './challenge.js'
import { fieldsOf, fingerprint, hasErrorFor, hasMessage, sentToken, textOf } from './look.js'

const TEXTS = `
login | Log in | getting-started.md#authentication, section 5
  Log in to v2.
  - The operation is 'POST /auth/login' of v2.
  - The body has 'username' and 'password'. The accounts are published.
  - Use the user 'user' with the password 'user123'.
  $ curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}'
  ≠ curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user"}'
wrong-password | The wrong password | decisions.md#authentication, section 5
  Try to log in as a user that exists, with a wrong password.
  - The response must not say whether the user exists.
  - Use the name of an account, and any password that is wrong.
  - The status is 401.
  $ curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "guess"}'
  ≠ curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "nobody", "password": "user123"}'
login-without-password | Half a login | decisions.md#authentication, section 5
  Try to log in without the field 'password'. Why is the status not 401?
  - A field that is missing is an invalid request.
  - Leave the field out of the body.
  - The status is 400.
  $ curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user"}'
  ≠ curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": ""}'
first-token | Use a token | getting-started.md#authentication, section 5
  Read the list of tasks through v2 with an access token.
  - The login returns the access token as 'token'.
  - Send it in the header 'Authorization'.
  - The value is 'Bearer', a space, and the token.
  = TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  $ curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"
  ≠ curl $BOARD/api/v1/tasks -H "Authorization: Bearer $TOKEN"
who-am-i | Who am I? | getting-started.md#authentication, section 4
  Ask v2 who you are, as an administrator.
  - The operation is 'GET /auth/me'.
  - It needs an access token of the administrator.
  - Log in as 'admin' with 'admin123' first.
  $ TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "admin", "password": "admin123"}' | jq -r .token)
  ≠ TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  = curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"
without-token | Without a token | decisions.md#authentication, section 5
  Try to read the list of tasks through v2 without a token.
  - Which status do you expect: 401 or 403?
  - Leave the header 'Authorization' out.
  - The contract says 403.
  $ curl $BOARD/api/v2/tasks
  ≠ curl $BOARD/api/v2/task
wrong-scheme | The wrong scheme | errors.md#messages, section 5
  Send a token to v2 with a scheme that is not 'Bearer'.
  - 'Authorization' has a scheme and a value.
  - A well-known other scheme is 'Basic'.
  - With curl, use '-u user:user123'. The status is 403, and the message says that the header is malformed.
  $ curl $BOARD/api/v2/tasks -u user:user123
  ≠ curl $BOARD/api/v2/tasks -H 'Authorization: Bearer user:user123'
forged-token | A forged token | decisions.md#authentication, section 5
  Send v2 an access token that it refuses as not issued by this service, for example a valid one that you have changed.
  - A token has three parts, separated by dots. The last one is the signature.
  - Change a character of the signature, in the middle.
  - The status is 403, and the message says that the service has not issued this token.
  = TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  $ curl $BOARD/api/v2/tasks -H "Authorization: Bearer \${TOKEN%.*}.$(printf 'A%.0s' $(seq 43))"
  ≠ curl $BOARD/api/v2/tasks -H "Authorization: Bearer \${TOKEN%.*}"
role-required | Not everyone may do this | variants.md, section 5
  Try to delete all tasks through v2, as a user who is not an administrator.
  - The token is valid, but its role is not sufficient.
  - Log in as 'user', and send 'DELETE /tasks' to v2.
  - The status is 403, and nothing is deleted.
  $ TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  $ curl -X DELETE $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"
  ≠ curl -X DELETE $BOARD/api/v2/tasks
admin-deletes-all | Allowed to administrators | variants.md, section 5
  Delete all tasks through v2.
  - Only the role ADMIN may do this.
  - Log in as 'admin'.
  - Send 'DELETE /tasks' to v2 with this token. The status is 204.
  $ TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "admin", "password": "admin123"}' | jq -r .token)
  $ curl -X DELETE $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"
  ≠ curl -X DELETE $BOARD/api/v1/tasks
refresh | A new token in two steps | variants.md#v2-sessions-and-tokens, section 5
  Exchange a refresh token for a new access token, and use the new access token.
  - The login also returns a 'refreshToken'.
  - The operation is 'POST /auth/refresh', with 'refreshToken' in the body.
  - Its response has a new 'token'. Send this one to v2.
  $ REFRESH=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .refreshToken)
  $ TOKEN=$(curl -s $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}' | jq -r .token)
  ≠ TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  = curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"
refresh-token-used | A refresh token works once | variants.md#v2-sessions-and-tokens, section 5
  Use the same refresh token twice.
  - Keep the refresh token of the login.
  - Send the same request to '/auth/refresh' again.
  - The second response is 403. It also ends the session, because the token may have been stolen.
  = REFRESH=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .refreshToken)
  = curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}'
  $ curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}'
  ≠ curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "unknown"}'
after-logout | After the logout | variants.md#v2-sessions-and-tokens, section 5
  Log out, and try to use the access token afterwards.
  - The operation is 'POST /auth/logout', with the access token.
  - The service ends the session: the token is refused, although it has not expired.
  - Send the same token to '/auth/me'. The status is 403.
  = TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  = curl -X POST $BOARD/api/v2/auth/logout -H "Authorization: Bearer $TOKEN"
  $ curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"
  ≠ curl $BOARD/api/v2/auth/me
expired-token | An expired token | errors.md#messages, section 5
  Use an access token after it has expired.
  - An access token is valid for one hour.
  - Keep a token, and come back later.
  - After an hour, send it again. The status is 403, and the message says that the token has expired.
  = TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  $ sleep 3600
  $ curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"
  ≠ curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN."
lower-case-scheme | Does case matter? | decisions.md#authentication, section 5
  Use an access token with the scheme 'bearer' in small letters.
  - HTTP says that the case of the scheme does not matter.
  - Write 'bearer' instead of 'Bearer'.
  - The service accepts the token: with 'GET /tasks', the status is 200.
  = TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
  $ curl $BOARD/api/v2/tasks -H "Authorization: bearer $TOKEN"
  ≠ curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"
`

const STEPS: Solutions = {
  login: on('POST /auth/login', 200),
  'wrong-password': on('POST /auth/login', 401, ({ hasWrongPassword }) => hasWrongPassword),
  'login-without-password': on('POST /auth/login', 400, (exchange) => {
    return !('password' in exchange.sent) && hasErrorFor(exchange, 'password')
  }),
  'first-token': onVariant('v2', 'GET /tasks', 200),
  'who-am-i': on('GET /auth/me', 200, ({ received }) => textOf(fieldsOf(received).role).endsWith('ADMIN')),
  'without-token': onVariant('v2', 'GET /tasks', 403, (exchange) => hasMessage(exchange, 'the token is missing')),
  'wrong-scheme': onVariant('v2', ANY, 403, ({ sentHeader, text }) => {
    return /^(?!bearer\s)\S+ +\S/i.test(sentHeader('authorization') ?? '') && text.includes('header is malformed')
  }),
  'forged-token': on(ANY, 403, (exchange) => hasMessage(exchange, 'not issued by this service')),
  'role-required': on('DELETE /tasks', 403, (exchange) => hasMessage(exchange, 'role')),
  'admin-deletes-all': onVariant('v2', 'DELETE /tasks', 204),
  refresh: [
    on('POST /auth/refresh', 200, ({ received }) => fingerprint(textOf(fieldsOf(received).token))),
    onVariant('v2', ANY, ANY, (exchange) => exchange.hasSession && sentToken(exchange)),
  ],
  'refresh-token-used': [
    on('POST /auth/refresh', 200, ({ sent }) => fingerprint(textOf(sent.refreshToken))),
    on('POST /auth/refresh', 403, ({ sent }) => fingerprint(textOf(sent.refreshToken))),
  ],
  'after-logout': [on('POST /auth/logout', 200, sentToken), onVariant('v2', ANY, 403, sentToken)],
  'expired-token': on(ANY, 403, (exchange) => hasMessage(exchange, 'the token has expired')),
  'lower-case-scheme': onVariant('v2', ANY, ANY, ({ hasSession, sentHeader }) => {
    return hasSession && sentHeader('authorization')?.startsWith('bearer ') === true
  }),
}

export const AUTHENTICATION = challengesIn('authentication', TEXTS, STEPS)
