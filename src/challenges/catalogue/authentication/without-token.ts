import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const withoutToken: Challenge = {
  name: 'without-token',
  level: 'authentication',
  title: 'Without a token',
  task: 'Try to read the tasks through v2 without a token.',
  hints: ['Which status do you expect: 401 or 403?', 'Leave the header `Authorization` out.', 'The contract says 403.'],
  teaches: { page: 'decisions.md#authentication', section: 5 },
  solution: 'curl $BOARD/api/v2/tasks',
  nearMiss: 'curl $BOARD/api/v2/task',
  steps: [on('*', 403, (exchange) => hasMessage(exchange, 'the token is missing'))],
}
