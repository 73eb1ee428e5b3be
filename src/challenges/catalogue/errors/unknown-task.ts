import { type Challenge, on } from '../../challenge.js'
import { taskIdIn } from '../../look.js'

export const unknownTask: Challenge = {
  name: 'unknown-task',
  level: 'errors',
  title: 'A task that does not exist',
  task: 'Ask for a task that does not exist.',
  hints: [
    'The id must be well-formed, but unknown.',
    'Large numbers are rarely used.',
    'Read `/api/v1/tasks/999`. The status is 404.',
  ],
  teaches: { page: 'errors.md', section: 7 },
  solution: 'curl $BOARD/api/v1/tasks/999',
  nearMiss: `curl $BOARD/api/v1/task/999
curl $BOARD/api/v1/tasks/`,
  steps: [on('GET /tasks/:id', 404, taskIdIn)],
}
