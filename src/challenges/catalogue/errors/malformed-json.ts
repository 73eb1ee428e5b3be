import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const malformedJson: Challenge = {
  name: 'malformed-json',
  level: 'errors',
  title: 'JSON that is none',
  task: 'Send a body that is not valid JSON.',
  hints: [
    'Forget something that JSON requires.',
    'JSON has no single quotes, and no comma after the last member.',
    'Send `{"title": "Pack",}`. The status is 400, and the message names the reason.',
  ],
  teaches: { page: 'errors.md#messages', section: 7 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack",}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": 5}'`,
  steps: [on('*', 400, (exchange) => hasMessage(exchange, 'not valid JSON'))],
}
