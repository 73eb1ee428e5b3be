import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor } from '../../look.js'

export const unknownSort: Challenge = {
  name: 'unknown-sort',
  level: 'errors',
  title: 'Sorting by something unknown',
  task: 'Try to sort the list by a field that cannot sort it.',
  hints: [
    'The specification lists the fields.',
    'Labels cannot sort the list.',
    'Use `sort=labels`. The status is 400.',
  ],
  teaches: { page: 'decisions.md#requests', section: 4 },
  solution: 'curl "$BOARD/api/v1/tasks?sort=labels"',
  nearMiss: 'curl "$BOARD/api/v1/tasks?direction=up"',
  steps: [on('GET /tasks', 400, (exchange) => hasErrorFor(exchange, 'sort'))],
}
