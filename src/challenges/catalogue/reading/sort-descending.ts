import { type Challenge, on } from '../../challenge.js'
import { tasksIn } from '../../look.js'

export const sortDescending: Challenge = {
  name: 'sort-descending',
  level: 'reading',
  title: 'Sort from the end',
  task: 'Sort the tasks by title, from Z to A.',
  hints: ['`sort` names the field.', 'Another parameter has the direction.', 'Use `sort=title` and `direction=desc`.'],
  teaches: { page: 'getting-started.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?sort=title&direction=desc"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?sort=title"`,
  steps: [
    on(
      'GET /tasks',
      200,
      (exchange) =>
        exchange.query.get('sort') === 'title' &&
        exchange.query.get('direction') === 'desc' &&
        tasksIn(exchange).length > 1,
    ),
  ],
}
