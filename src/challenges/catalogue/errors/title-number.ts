import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor } from '../../look.js'

export const titleNumber: Challenge = {
  name: 'title-number',
  level: 'errors',
  title: 'A number instead of a text',
  task: 'Try to create a task whose title is a JSON number.',
  hints: [
    'Does the service turn 5 into "5"?',
    'In JSON, numbers have no quotes.',
    'Send `"title": 5`. The status is 400.',
  ],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": 5, "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "5", "status": "TODO"}'`,
  steps: [
    on('POST /tasks', 400, (exchange) => typeof exchange.sent.title === 'number' && hasErrorFor(exchange, 'title')),
  ],
}
