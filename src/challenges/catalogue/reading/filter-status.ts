import { type Challenge, on } from '../../challenge.js'
import { tasksIn } from '../../look.js'

export const filterStatus: Challenge = {
  name: 'filter-status',
  level: 'reading',
  title: 'Show one column',
  task: 'Read only the tasks that are done.',
  hints: ['The list has filters.', 'The parameter has the name of the field.', 'Use `status=DONE`.'],
  teaches: { page: 'getting-started.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?status=DONE"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?search=DONE"`,
  steps: [on('GET /tasks', 200, (exchange) => exchange.query.get('status') === 'DONE' && tasksIn(exchange).length > 0)],
}
