import { type Challenge, on } from '../../challenge.js'

export const deleteTask: Challenge = {
  name: 'delete-task',
  level: 'first-steps',
  title: 'Delete a task',
  task: 'Delete one task.',
  hints: [
    'The operation is `DELETE /tasks/{id}`.',
    'The response has the status 204 and no body.',
    'Create a task first if you want to keep the others.',
  ],
  teaches: { page: 'getting-started.md#tasks', section: 4 },
  solution: 'curl -X DELETE $BOARD/api/v1/tasks/1',
  nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/999',
  steps: [on('DELETE /tasks/:id', 204)],
}
