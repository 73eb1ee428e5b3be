import { ANY, challengesIn, on, onVariant } from './challenge.js'
import { fieldsOf, fingerprint, hasErrorFor, hasMessage, sentToken, textOf } from './look.js'

export const AUTHENTICATION = challengesIn('authentication', {
  login: {
    title: 'Log in',
    task: 'Log in to v2.',
    hints: [
      'The operation is `POST /auth/login` of v2.',
      'The body has `username` and `password`. The accounts are published.',
      'Use the user `user` with the password `user123`.',
    ],
    teaches: { page: 'getting-started.md#authentication', section: 5 },
    solution: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}'`,
    nearMiss: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user"}'`,
    steps: on('POST /auth/login', 200),
  },
  'wrong-password': {
    title: 'The wrong password',
    task: 'Try to log in as a user that exists, with a wrong password.',
    hints: [
      'The response must not say whether the user exists.',
      'Use the name of an account, and any password that is wrong.',
      'The status is 401.',
    ],
    teaches: { page: 'decisions.md#authentication', section: 5 },
    solution: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "guess"}'`,
    nearMiss: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "nobody", "password": "user123"}'`,
    steps: on('POST /auth/login', 401, ({ hasWrongPassword }) => hasWrongPassword),
  },
  'login-without-password': {
    title: 'Half a login',
    task: 'Try to log in without the field `password`. Why is the status not 401?',
    hints: ['A field that is missing is an invalid request.', 'Leave the field out of the body.', 'The status is 400.'],
    teaches: { page: 'decisions.md#authentication', section: 5 },
    solution: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user"}'`,
    nearMiss: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": ""}'`,
    steps: on('POST /auth/login', 400, (exchange) => {
      return !('password' in exchange.sent) && hasErrorFor(exchange, 'password')
    }),
  },
  'first-token': {
    title: 'Use a token',
    task: 'Read the list of tasks through v2 with an access token.',
    hints: [
      'The login returns the access token as `token`.',
      'Send it in the header `Authorization`.',
      'The value is `Bearer`, a space, and the token.',
    ],
    teaches: { page: 'getting-started.md#authentication', section: 5 },
    before: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)`,
    solution: 'curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"',
    nearMiss: 'curl $BOARD/api/v1/tasks -H "Authorization: Bearer $TOKEN"',
    steps: onVariant('v2', 'GET /tasks', 200),
  },
  'who-am-i': {
    title: 'Who am I?',
    task: 'Ask v2 who you are, as an administrator.',
    hints: [
      'The operation is `GET /auth/me`.',
      'It needs an access token of the administrator.',
      'Log in as `admin` with `admin123` first.',
    ],
    teaches: { page: 'getting-started.md#authentication', section: 4 },
    solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "admin", "password": "admin123"}' | jq -r .token)`,
    nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)`,
    after: 'curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"',
    steps: on('GET /auth/me', 200, ({ received }) => textOf(fieldsOf(received).role).endsWith('ADMIN')),
  },
  'without-token': {
    title: 'Without a token',
    task: 'Try to read the list of tasks through v2 without a token.',
    hints: [
      'Which status do you expect: 401 or 403?',
      'Leave the header `Authorization` out.',
      'The contract says 403.',
    ],
    teaches: { page: 'decisions.md#authentication', section: 5 },
    solution: 'curl $BOARD/api/v2/tasks',
    nearMiss: 'curl $BOARD/api/v2/task',
    steps: onVariant('v2', 'GET /tasks', 403, (exchange) => hasMessage(exchange, 'the token is missing')),
  },
  'wrong-scheme': {
    title: 'The wrong scheme',
    task: 'Send a token to v2 with a scheme that is not `Bearer`.',
    hints: [
      '`Authorization` has a scheme and a value.',
      'A well-known other scheme is `Basic`.',
      'With curl, use `-u user:user123`. The status is 403, and the message says that the header is malformed.',
    ],
    teaches: { page: 'errors.md#messages', section: 5 },
    solution: 'curl $BOARD/api/v2/tasks -u user:user123',
    nearMiss: `curl $BOARD/api/v2/tasks -H 'Authorization: Bearer user:user123'`,
    steps: onVariant('v2', ANY, 403, ({ sentHeader, text }) => {
      return /^(?!bearer\s)\S+ +\S/i.test(sentHeader('authorization') ?? '') && text.includes('header is malformed')
    }),
  },
  'forged-token': {
    title: 'A forged token',
    task: 'Send v2 an access token that it refuses as not issued by this service, for example a valid one that you have changed.',
    hints: [
      'A token has three parts, separated by dots. The last one is the signature.',
      'Change a character of the signature, in the middle.',
      'The status is 403, and the message says that the service has not issued this token.',
    ],
    teaches: { page: 'decisions.md#authentication', section: 5 },
    before: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)`,
    solution: `curl $BOARD/api/v2/tasks -H "Authorization: Bearer \${TOKEN%.*}.$(printf 'A%.0s' $(seq 43))"`,
    nearMiss: `curl $BOARD/api/v2/tasks -H "Authorization: Bearer \${TOKEN%.*}"`,
    steps: on(ANY, 403, (exchange) => hasMessage(exchange, 'not issued by this service')),
  },
  'role-required': {
    title: 'Not everyone may do this',
    task: 'Try to delete all tasks through v2, as a user who is not an administrator.',
    hints: [
      'The token is valid, but its role is not sufficient.',
      'Log in as `user`, and send `DELETE /tasks` to v2.',
      'The status is 403, and nothing is deleted.',
    ],
    teaches: { page: 'variants.md', section: 5 },
    solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl -X DELETE $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
    nearMiss: 'curl -X DELETE $BOARD/api/v2/tasks',
    steps: on('DELETE /tasks', 403, (exchange) => hasMessage(exchange, 'role')),
  },
  'admin-deletes-all': {
    title: 'Allowed to administrators',
    task: 'Delete all tasks through v2.',
    hints: [
      'Only the role ADMIN may do this.',
      'Log in as `admin`.',
      'Send `DELETE /tasks` to v2 with this token. The status is 204.',
    ],
    teaches: { page: 'variants.md', section: 5 },
    solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "admin", "password": "admin123"}' | jq -r .token)
curl -X DELETE $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
    nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks',
    steps: onVariant('v2', 'DELETE /tasks', 204),
  },
  refresh: {
    title: 'A new token in two steps',
    task: 'Exchange a refresh token for a new access token, and use the new access token.',
    hints: [
      'The login also returns a `refreshToken`.',
      'The operation is `POST /auth/refresh`, with `refreshToken` in the body.',
      'Its response has a new `token`. Send this one to v2.',
    ],
    teaches: { page: 'variants.md#v2-sessions-and-tokens', section: 5 },
    solution: `REFRESH=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .refreshToken)
TOKEN=$(curl -s $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}' | jq -r .token)`,
    nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)`,
    after: 'curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"',
    steps: [
      on('POST /auth/refresh', 200, ({ received }) => fingerprint(textOf(fieldsOf(received).token))),
      onVariant('v2', ANY, ANY, (exchange) => exchange.hasSession && sentToken(exchange)),
    ],
  },
  'refresh-token-used': {
    title: 'A refresh token works once',
    task: 'Use the same refresh token twice.',
    hints: [
      'Keep the refresh token of the login.',
      'Send the same request to `/auth/refresh` again.',
      'The second response is 403. It also ends the session, because the token may have been stolen.',
    ],
    teaches: { page: 'variants.md#v2-sessions-and-tokens', section: 5 },
    before: `REFRESH=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .refreshToken)
curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}'`,
    solution: `curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}'`,
    nearMiss: `curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "unknown"}'`,
    steps: [
      on('POST /auth/refresh', 200, ({ sent }) => fingerprint(textOf(sent.refreshToken))),
      on('POST /auth/refresh', 403, ({ sent }) => fingerprint(textOf(sent.refreshToken))),
    ],
  },
  'after-logout': {
    title: 'After the logout',
    task: 'Log out, and try to use the access token afterwards.',
    hints: [
      'The operation is `POST /auth/logout`, with the access token.',
      'The service ends the session: the token is refused, although it has not expired.',
      'Send the same token to `/auth/me`. The status is 403.',
    ],
    teaches: { page: 'variants.md#v2-sessions-and-tokens', section: 5 },
    before: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl -X POST $BOARD/api/v2/auth/logout -H "Authorization: Bearer $TOKEN"`,
    solution: 'curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"',
    nearMiss: 'curl $BOARD/api/v2/auth/me',
    steps: [on('POST /auth/logout', 200, sentToken), onVariant('v2', ANY, 403, sentToken)],
  },
  'expired-token': {
    title: 'An expired token',
    task: 'Use an access token after it has expired.',
    hints: [
      'An access token is valid for one hour.',
      'Keep a token, and come back later.',
      'After an hour, send it again. The status is 403, and the message says that the token has expired.',
    ],
    teaches: { page: 'errors.md#messages', section: 5 },
    before: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)`,
    solution: `sleep 3600
curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
    nearMiss: 'curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN."',
    steps: on(ANY, 403, (exchange) => hasMessage(exchange, 'the token has expired')),
  },
  'lower-case-scheme': {
    title: 'Does case matter?',
    task: 'Use an access token with the scheme `bearer` in small letters.',
    hints: [
      'HTTP says that the case of the scheme does not matter.',
      'Write `bearer` instead of `Bearer`.',
      'The service accepts the token: with `GET /tasks`, the status is 200.',
    ],
    teaches: { page: 'decisions.md#authentication', section: 5 },
    before: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)`,
    solution: 'curl $BOARD/api/v2/tasks -H "Authorization: bearer $TOKEN"',
    nearMiss: 'curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"',
    steps: onVariant('v2', ANY, ANY, ({ hasSession, sentHeader }) => {
      return hasSession && sentHeader('authorization')?.startsWith('bearer ') === true
    }),
  },
})
