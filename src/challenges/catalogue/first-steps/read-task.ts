import { type Challenge, on } from '../../challenge.js'

export const readTask: Challenge = {
  name: 'read-task',
  level: 'first-steps',
  title: 'Read one task',
  task: 'Read a single task by its id.',
  hints: [
    'The list shows the id of each task.',
    'The id stands at the end of the path: `/tasks/{id}`.',
    'Read `/api/v1/tasks/1`, if your board has a task 1.',
  ],
  teaches: { page: 'getting-started.md#tasks', section: 4 },
  solution: 'curl $BOARD/api/v1/tasks/1',
  nearMiss: 'curl $BOARD/api/v1/tasks/999',
  steps: [on('GET /tasks/:id', 200)],
}
