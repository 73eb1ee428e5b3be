import { type Challenge, on } from '../../challenge.js'
import { idIn, taskIdIn } from '../../look.js'

export const moveAcross: Challenge = {
  name: 'move-across',
  level: 'ordering',
  title: 'From TODO to DONE',
  task: 'Create a task in `TODO`. Move it to `IN_PROGRESS`, and then to `DONE`, with reorder.',
  hints: [
    'The operation is `POST /tasks/{id}/reorder`.',
    'The body has `targetStatus` and `targetIndex`.',
    'Send two requests: first to `IN_PROGRESS`, then to `DONE`, each with `targetIndex` 0.',
  ],
  teaches: { page: 'getting-started.md#moving-a-task', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "IN_PROGRESS", "targetIndex": 0}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "IN_PROGRESS", "targetIndex": 0}'`,
  steps: [
    on('POST /tasks', 201, (exchange) => exchange.sent.status === 'TODO' && idIn(exchange)),
    on(
      'POST /tasks/:id/reorder',
      200,
      (exchange) => exchange.sent.targetStatus === 'IN_PROGRESS' && taskIdIn(exchange),
    ),
    on('POST /tasks/:id/reorder', 200, (exchange) => exchange.sent.targetStatus === 'DONE' && taskIdIn(exchange)),
  ],
}
