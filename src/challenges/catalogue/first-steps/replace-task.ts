import { type Challenge, on } from '../../challenge.js'

export const replaceTask: Challenge = {
  name: 'replace-task',
  level: 'first-steps',
  title: 'Replace a task',
  task: 'Replace a task with PUT.',
  hints: [
    'The operation is `PUT /tasks/{id}`.',
    'PUT needs the full task: at least `title` and `status`.',
    'The response has the status 200 and the new task.',
  ],
  teaches: { page: 'getting-started.md#tasks', section: 4 },
  solution: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "DONE"}'`,
  nearMiss: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"status": "DONE"}'`,
  steps: [on('PUT /tasks/:id', 200)],
}
