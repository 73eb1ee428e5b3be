import { type Challenge, on } from '../../challenge.js'
import { tasksIn } from '../../look.js'

export const columnInOrder: Challenge = {
  name: 'column-in-order',
  level: 'ordering',
  title: 'A column as it looks',
  task: 'Read one column in the order of its cards.',
  hints: [
    '`sortOrder` is the place of a task in its column.',
    'Filter by `status`, and sort by `sortOrder`.',
    'Use `status=TODO&sort=sortOrder`.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: 'curl "$BOARD/api/v1/tasks?status=TODO&sort=sortOrder"',
  nearMiss: 'curl "$BOARD/api/v1/tasks?sort=sortOrder"',
  steps: [
    on(
      'GET /tasks',
      200,
      (exchange) =>
        exchange.query.has('status') && exchange.query.get('sort') === 'sortOrder' && tasksIn(exchange).length > 1,
    ),
  ],
}
