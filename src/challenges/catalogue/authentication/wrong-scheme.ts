import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const wrongScheme: Challenge = {
  name: 'wrong-scheme',
  level: 'authentication',
  title: 'The wrong scheme',
  task: 'Send a token to v2 with a scheme that is not `Bearer`.',
  hints: [
    '`Authorization` has a scheme and a value.',
    'A well-known other scheme is `Basic`.',
    'With curl, use `-u user:user123`. The status is 403, and the message says that the header is malformed.',
  ],
  teaches: { page: 'errors.md#messages', section: 5 },
  solution: 'curl $BOARD/api/v2/tasks -u user:user123',
  nearMiss: `curl $BOARD/api/v2/tasks -H 'Authorization: Bearer user:user123'`,
  steps: [on('*', 403, (exchange) => hasMessage(exchange, 'the header is malformed'))],
}
