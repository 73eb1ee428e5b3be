import { type Challenge, onVariant } from '../../challenge.js'

export const firstToken: Challenge = {
  name: 'first-token',
  level: 'authentication',
  title: 'Use a token',
  task: 'Read the tasks through v2 with an access token.',
  hints: [
    'The login returns the access token as `token`.',
    'Send it in the header `Authorization`.',
    'The value is `Bearer`, a space, and the token.',
  ],
  teaches: { page: 'getting-started.md#authentication', section: 5 },
  solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
  nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v1/tasks -H "Authorization: Bearer $TOKEN"`,
  steps: [onVariant('v2', 'GET /tasks', 200)],
}
