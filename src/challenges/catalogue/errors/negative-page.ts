import { type Challenge, on } from '../../challenge.js'

export const negativePage: Challenge = {
  name: 'negative-page',
  level: 'errors',
  title: 'A page before the first',
  task: 'Ask for a page before the first one.',
  hints: ['Pages are counted from 0.', 'Negative numbers are not allowed.', 'Use `page=-1`. The status is 400.'],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: 'curl "$BOARD/api/v1/tasks?page=-1"',
  nearMiss: 'curl "$BOARD/api/v1/tasks?page=0"',
  steps: [on('GET /tasks', 400, ({ query }) => /^-\d+$/.test(query.get('page') ?? ''))],
}
