import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const forgedToken: Challenge = {
  name: 'forged-token',
  level: 'authentication',
  title: 'A forged token',
  task: 'Change a valid access token, and try to use it.',
  hints: [
    'A token has three parts, separated by dots. The last one is the signature.',
    'Change a character of the signature, in the middle.',
    'The status is 403, and the message says that the service has not issued this token.',
  ],
  teaches: { page: 'decisions.md#authentication', section: 5 },
  solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: Bearer \${TOKEN%.*}.$(printf 'A%.0s' $(seq 43))"`,
  nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: Bearer \${TOKEN%.*}"`,
  steps: [on('*', 403, (exchange) => hasMessage(exchange, 'not issued by this service'))],
}
