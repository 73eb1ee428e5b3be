import { type Challenge, on } from '../../challenge.js'
import { taskIdIn } from '../../look.js'

export const deletedTwice: Challenge = {
  name: 'deleted-twice',
  level: 'errors',
  title: 'Delete twice',
  task: 'Delete the same task twice. Is the second response the same as the first?',
  hints: [
    'Run the same command again.',
    'The first response is 204.',
    'The second response is 404, because the task no longer exists.',
  ],
  teaches: { page: 'decisions.md#requests', section: 3 },
  solution: `curl -X DELETE $BOARD/api/v1/tasks/1
curl -X DELETE $BOARD/api/v1/tasks/1`,
  nearMiss: `curl -X DELETE $BOARD/api/v1/tasks/1
curl -X DELETE $BOARD/api/v1/tasks/99`,
  steps: [on('DELETE /tasks/:id', 204, taskIdIn), on('DELETE /tasks/:id', 404, taskIdIn)],
}
