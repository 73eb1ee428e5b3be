import { type Challenge, on } from '../../challenge.js'

export const pageSize100: Challenge = {
  name: 'page-size-100',
  level: 'reading',
  title: 'Ask for the largest page',
  task: 'Read a list with the largest page size that is allowed.',
  hints: ['The parameter is `size`.', 'The specification names the maximum.', 'The maximum is 100.'],
  teaches: { page: 'getting-started.md#lists', section: 8 },
  solution: `curl "$BOARD/api/v1/tasks?size=100"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?size=99"`,
  steps: [on('GET /tasks', 200, ({ query }) => query.get('size') === '100')],
}
