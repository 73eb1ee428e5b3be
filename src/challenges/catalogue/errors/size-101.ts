import { type Challenge, on } from '../../challenge.js'

export const size101: Challenge = {
  name: 'size-101',
  level: 'errors',
  title: 'A page that is too large',
  task: 'Ask for a page with a size of exactly 101.',
  hints: ['100 is the maximum.', 'The parameter is `size`.', 'Use `size=101`. The status is 400.'],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: 'curl "$BOARD/api/v1/tasks?size=101"',
  nearMiss: 'curl "$BOARD/api/v1/tasks?size=100"',
  steps: [on('GET /tasks', 400, ({ query }) => query.get('size') === '101')],
}
