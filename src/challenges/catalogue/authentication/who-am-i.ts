import { type Challenge, on } from '../../challenge.js'
import { fieldsOf, textOf } from '../../look.js'

export const whoAmI: Challenge = {
  name: 'who-am-i',
  level: 'authentication',
  title: 'Who am I?',
  task: 'Ask v2 who you are, as an administrator.',
  hints: [
    'The operation is `GET /auth/me`.',
    'It needs an access token of the administrator.',
    'Log in as `admin` with `admin123` first.',
  ],
  teaches: { page: 'getting-started.md#authentication', section: 4 },
  solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "admin", "password": "admin123"}' | jq -r .token)
curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"`,
  nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"`,
  steps: [on('GET /auth/me', 200, ({ received }) => textOf(fieldsOf(received).role).endsWith('ADMIN'))],
}
