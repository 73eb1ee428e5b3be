import { type Challenge, on } from '../../challenge.js'
import { tasksIn } from '../../look.js'

export const secondPage: Challenge = {
  name: 'second-page',
  level: 'reading',
  title: 'Turn the page',
  task: 'Read the second page of a list. It must have tasks.',
  hints: [
    'Pages are counted from 0.',
    'With fewer than 21 tasks, you need smaller pages.',
    'Use `page=1` and `size=5`.',
  ],
  teaches: { page: 'getting-started.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?page=1&size=5"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?page=2&size=5"`,
  steps: [on('GET /tasks', 200, (exchange) => exchange.query.get('page') === '1' && tasksIn(exchange).length > 0)],
}
