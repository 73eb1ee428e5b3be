import { type Challenge, on } from '../../challenge.js'
import { fieldsOf } from '../../look.js'

export const noWildcards: Challenge = {
  name: 'no-wildcards',
  level: 'reading',
  title: 'There are no wildcards',
  task: 'Search for `%` or `*`, and see that it does not find all tasks.',
  hints: [
    'Some databases read `%` as "anything".',
    'In a URL, `%` is written as `%25`.',
    'Search for `%25`. The response is 200 without tasks.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?search=%25"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?search=%"`,
  steps: [
    on(
      'GET /tasks',
      200,
      (exchange) =>
        /^[%*_]$/.test(exchange.query.get('search') ?? '') && fieldsOf(exchange.received).totalElements === 0,
    ),
  ],
}
