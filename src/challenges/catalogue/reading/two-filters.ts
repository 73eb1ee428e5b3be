import { type Challenge, on } from '../../challenge.js'
import { tasksIn } from '../../look.js'

export const twoFilters: Challenge = {
  name: 'two-filters',
  level: 'reading',
  title: 'Combine two filters',
  task: 'Read the tasks with one status and one priority in a single request. It must find at least one.',
  hints: [
    'Filters can be combined.',
    'The parameters are `status` and `priority`.',
    'Join them with `&`, and put the URL in quotes.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?status=TODO&priority=HIGH"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?status=TODO"
curl "$BOARD/api/v1/tasks?priority=HIGH"`,
  steps: [
    on(
      'GET /tasks',
      200,
      (exchange) => exchange.query.has('status') && exchange.query.has('priority') && tasksIn(exchange).length > 0,
    ),
  ],
}
