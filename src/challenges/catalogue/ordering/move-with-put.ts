import { type Challenge, on } from '../../challenge.js'
import { idIn, taskIdIn } from '../../look.js'

export const moveWithPut: Challenge = {
  name: 'move-with-put',
  level: 'ordering',
  title: 'Move without reorder',
  task: 'Create a task in `TODO`, and move it to another column with PUT.',
  hints: [
    'The column of a task is its status.',
    'PUT with another `status` moves the task.',
    'The task goes to the end of the new column.',
  ],
  teaches: { page: 'decisions.md#tasks', section: 3 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "DONE"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Packed", "status": "TODO"}'`,
  steps: [
    on('POST /tasks', 201, (exchange) => exchange.sent.status === 'TODO' && idIn(exchange)),
    on('PUT /tasks/:id', 200, (exchange) => exchange.sent.status !== 'TODO' && taskIdIn(exchange)),
  ],
}
