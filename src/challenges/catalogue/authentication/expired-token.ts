import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const expiredToken: Challenge = {
  name: 'expired-token',
  level: 'authentication',
  title: 'An expired token',
  task: 'Use an access token after it has expired.',
  hints: [
    'An access token is valid for one hour.',
    'Keep a token, and come back later.',
    'After an hour, send it again. The status is 403, and the message says that the token has expired.',
  ],
  teaches: { page: 'errors.md#messages', section: 5 },
  solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
sleep 3600
curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
  nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN."`,
  steps: [on('*', 403, (exchange) => hasMessage(exchange, 'the token has expired'))],
}
