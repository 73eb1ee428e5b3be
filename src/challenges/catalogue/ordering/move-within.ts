import { type Challenge, on } from '../../challenge.js'
import { fieldsOf, idIn, taskIdIn } from '../../look.js'

export const moveWithin: Challenge = {
  name: 'move-within',
  level: 'ordering',
  title: 'First in its column',
  task: 'Create a task, and move it to the first place of its own column.',
  hints: [
    'A new task is the last one of its column.',
    '`targetStatus` is the status that the task already has.',
    'Places are counted from 0, so `targetIndex` is 0.',
  ],
  teaches: { page: 'getting-started.md#moving-a-task', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 0}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'`,
  steps: [
    on(
      'POST /tasks',
      201,
      (exchange) => Number(fieldsOf(exchange.received).sortOrder) > 0 && `${idIn(exchange)} ${exchange.sent.status}`,
    ),
    on(
      'POST /tasks/:id/reorder',
      200,
      (exchange) => exchange.sent.targetIndex === 0 && `${taskIdIn(exchange)} ${exchange.sent.targetStatus}`,
    ),
  ],
}
