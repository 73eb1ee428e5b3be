import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor } from '../../look.js'

export const titleMissing: Challenge = {
  name: 'title-missing',
  level: 'errors',
  title: 'A task without a title',
  task: 'Try to create a task without a title. Find the name of the invalid field in the response.',
  hints: [
    'Leave `title` out.',
    '`errors` in the response names each invalid field.',
    'Send only `{"status": "TODO"}`. The status is 400.',
  ],
  teaches: { page: 'errors.md', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'`,
  steps: [on('POST /tasks', 400, (exchange) => exchange.sent.title === undefined && hasErrorFor(exchange, 'title'))],
}
