import { type Challenge, on, onVariant } from '../../challenge.js'
import { fingerprint } from '../../fingerprint.js'
import { fieldsOf, sentToken, textOf } from '../../look.js'

export const refresh: Challenge = {
  name: 'refresh',
  level: 'authentication',
  title: 'A new token in two steps',
  task: 'Exchange a refresh token for a new access token, and use the new access token.',
  hints: [
    'The login also returns a `refreshToken`.',
    'The operation is `POST /auth/refresh`, with `refreshToken` in the body.',
    'Its response has a new `token`. Send this one to v2.',
  ],
  teaches: { page: 'variants.md#v2-sessions-and-tokens', section: 5 },
  solution: `REFRESH=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .refreshToken)
TOKEN=$(curl -s $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
  nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
  steps: [
    on('POST /auth/refresh', 200, ({ received }) => fingerprint(textOf(fieldsOf(received).token))),
    onVariant('v2', '*', 200, sentToken),
  ],
}
