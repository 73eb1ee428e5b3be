import { type Challenge, on } from '../../challenge.js'
import { taskIdIn } from '../../look.js'

export const deletedTask: Challenge = {
  name: 'deleted-task',
  level: 'errors',
  title: 'Gone',
  task: 'Delete a task, and try to read it afterwards.',
  hints: [
    'Both requests have the same path.',
    'The first one is DELETE, and the second one is GET.',
    'The second response is 404.',
  ],
  teaches: { page: 'decisions.md#tasks', section: 3 },
  solution: `curl -X DELETE $BOARD/api/v1/tasks/1
curl $BOARD/api/v1/tasks/1`,
  nearMiss: `curl -X DELETE $BOARD/api/v1/tasks/1
curl $BOARD/api/v1/tasks/99`,
  steps: [on('DELETE /tasks/:id', 204, taskIdIn), on('GET /tasks/:id', 404, taskIdIn)],
}
