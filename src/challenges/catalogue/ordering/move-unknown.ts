import { type Challenge, on } from '../../challenge.js'

export const moveUnknown: Challenge = {
  name: 'move-unknown',
  level: 'ordering',
  title: 'Move a task that does not exist',
  task: 'Try to move a task that does not exist.',
  hints: ['The body must be valid. Otherwise the response is 400.', 'Choose an unknown id.', 'The status is 404.'],
  teaches: { page: 'errors.md', section: 7 },
  solution: `curl $BOARD/api/v1/tasks/999/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 0}'`,
  nearMiss: `curl $BOARD/api/v1/tasks/999/reorder -H "$JSON" -d '{"targetStatus": "TODO"}'`,
  steps: [on('POST /tasks/:id/reorder', 404)],
}
