import { type Challenge, on } from '../../challenge.js'

export const firstList: Challenge = {
  name: 'first-list',
  level: 'first-steps',
  title: 'Read the list of tasks',
  task: 'Read the list of all tasks of your board.',
  hints: [
    'The operation is `GET /tasks`.',
    'The address is the base URL of your board, followed by `/api/v1/tasks`.',
    'With curl, the address alone is enough.',
  ],
  teaches: { page: 'getting-started.md#lists', section: 4 },
  solution: 'curl $BOARD/api/v1/tasks',
  nearMiss: 'curl $BOARD/api/v1/tasks/summary',
  steps: [on('GET /tasks', 200)],
}
