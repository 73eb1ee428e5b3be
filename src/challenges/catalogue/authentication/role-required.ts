import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const roleRequired: Challenge = {
  name: 'role-required',
  level: 'authentication',
  title: 'Not allowed to everyone',
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
  steps: [on('DELETE /tasks', 403, (exchange) => hasMessage(exchange, 'role'))],
}
