import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor } from '../../look.js'

export const labels11: Challenge = {
  name: 'labels-11',
  level: 'errors',
  title: 'One label too many',
  task: 'Try to create a task with 11 labels.',
  hints: ['10 labels are allowed.', '`labels` is a list of texts.', 'The labels may be equal. The status is 400.'],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}'`,
  steps: [on('POST /tasks', 400, (exchange) => Array.isArray(exchange.sent.labels) && hasErrorFor(exchange, 'labels'))],
}
