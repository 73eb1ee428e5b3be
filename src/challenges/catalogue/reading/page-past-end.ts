import { type Challenge, on } from '../../challenge.js'
import { fieldsOf, tasksIn } from '../../look.js'

export const pagePastEnd: Challenge = {
  name: 'page-past-end',
  level: 'reading',
  title: 'Read past the end',
  task: 'Read a page after the last one. Is this an error?',
  hints: [
    'Your board needs at least one task.',
    'Choose a `page` that is too large.',
    'Use `page=1000`. The response is 200 with an empty `content`.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?page=1000"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?search=nothing-has-this-text"`,
  steps: [
    on(
      'GET /tasks',
      200,
      (exchange) =>
        exchange.query.has('page') &&
        tasksIn(exchange).length === 0 &&
        Number(fieldsOf(exchange.received).totalElements) > 0,
    ),
  ],
}
