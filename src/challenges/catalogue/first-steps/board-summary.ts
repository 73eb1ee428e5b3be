import { type Challenge, on } from '../../challenge.js'

export const boardSummary: Challenge = {
  name: 'board-summary',
  level: 'first-steps',
  title: 'Count the tasks',
  task: 'Read how many tasks there are in each column, without reading the tasks.',
  hints: [
    'There is an operation that returns only numbers.',
    'Its path ends with `/summary`.',
    'Read `/api/v1/tasks/summary`.',
  ],
  teaches: { page: 'getting-started.md#lists', section: 2 },
  solution: 'curl $BOARD/api/v1/tasks/summary',
  nearMiss: 'curl $BOARD/api/v1/tasks',
  steps: [on('GET /tasks/summary', 200)],
}
