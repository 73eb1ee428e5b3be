import { type Challenge, on } from '../../challenge.js'
import { fingerprint } from '../../fingerprint.js'
import { textOf } from '../../look.js'

export const refreshTokenUsed: Challenge = {
  name: 'refresh-token-used',
  level: 'authentication',
  title: 'A refresh token works once',
  task: 'Use the same refresh token twice.',
  hints: [
    'Keep the refresh token of the login.',
    'Send the same request to `/auth/refresh` again.',
    'The second response is 403. It also ends the session, because the token may have been stolen.',
  ],
  teaches: { page: 'variants.md#v2-sessions-and-tokens', section: 5 },
  solution: `REFRESH=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .refreshToken)
curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}'
curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}'`,
  nearMiss: `REFRESH=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .refreshToken)
curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "'$REFRESH'"}'
curl $BOARD/api/v2/auth/refresh -H "$JSON" -d '{"refreshToken": "unknown"}'`,
  steps: [
    on('POST /auth/refresh', 200, ({ sent }) => fingerprint(textOf(sent.refreshToken))),
    on('POST /auth/refresh', 403, ({ sent }) => fingerprint(textOf(sent.refreshToken))),
  ],
}
