import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor } from '../../look.js'

export const statusUnknown: Challenge = {
  name: 'status-unknown',
  level: 'errors',
  title: 'A status that does not exist',
  task: 'Try to create a task with a status that the contract does not know.',
  hints: ['There are three statuses.', 'Case matters.', 'Send `"status": "todo"`. The response is 400.'],
  teaches: { page: 'errors.md', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "todo"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'`,
  steps: [
    on('POST /tasks', 400, (exchange) => typeof exchange.sent.status === 'string' && hasErrorFor(exchange, 'status')),
  ],
}
