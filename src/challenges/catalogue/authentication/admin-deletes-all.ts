import { type Challenge, onVariant } from '../../challenge.js'

export const adminDeletesAll: Challenge = {
  name: 'admin-deletes-all',
  level: 'authentication',
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
  steps: [onVariant('v2', 'DELETE /tasks', 204)],
}
