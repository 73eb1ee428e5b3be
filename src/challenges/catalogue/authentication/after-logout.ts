import { type Challenge, on, onVariant } from '../../challenge.js'
import { sentToken } from '../../look.js'

export const afterLogout: Challenge = {
  name: 'after-logout',
  level: 'authentication',
  title: 'After the logout',
  task: 'Log out, and try to use the access token afterwards.',
  hints: [
    'The operation is `POST /auth/logout`, with the access token.',
    'The service ends the session: the token is refused, although it has not expired.',
    'Send the same token to `/auth/me`. The status is 403.',
  ],
  teaches: { page: 'variants.md#v2-sessions-and-tokens', section: 5 },
  solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl -X POST $BOARD/api/v2/auth/logout -H "Authorization: Bearer $TOKEN"
curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"`,
  nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl -X POST $BOARD/api/v2/auth/logout -H "Authorization: Bearer $TOKEN"
curl $BOARD/api/v2/auth/me`,
  steps: [on('POST /auth/logout', 200, sentToken), onVariant('v2', '*', 403, sentToken)],
}
