import { type Challenge, on } from '../../challenge.js'

export const invalidId: Challenge = {
  name: 'invalid-id',
  level: 'errors',
  title: 'An id that cannot exist',
  task: 'Ask for a task with an id that is not a valid number. Why is the status not 404?',
  hints: [
    'An id is an integer from 1 on, in plain digits.',
    'Everything else is invalid, and not only unknown.',
    'Read `/api/v1/tasks/abc` or `/api/v1/tasks/0`. The status is 400.',
  ],
  teaches: { page: 'decisions.md#requests', section: 4 },
  solution: 'curl $BOARD/api/v1/tasks/0',
  nearMiss: 'curl $BOARD/api/v1/tasks/999',
  steps: [on('GET /tasks/:id', 400)],
}
