import { type Challenge, on } from '../../challenge.js'

export const size0: Challenge = {
  name: 'size-0',
  level: 'errors',
  title: 'A page without tasks',
  task: 'Ask for a page with a size of 0.',
  hints: ['The boundary at the lower end is 1.', 'The parameter is `size`.', 'Use `size=0`. The status is 400.'],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: 'curl "$BOARD/api/v1/tasks?size=0"',
  nearMiss: 'curl "$BOARD/api/v1/tasks?size=1"',
  steps: [on('GET /tasks', 400, ({ query }) => query.get('size') === '0')],
}
