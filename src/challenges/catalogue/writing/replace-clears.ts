import { type Challenge, on } from '../../challenge.js'
import { idIn, lengthOf, taskIdIn } from '../../look.js'

export const replaceClears: Challenge = {
  name: 'replace-clears',
  level: 'writing',
  title: 'What PUT deletes',
  task: 'Create a task with a description. Then replace it without sending the description, and see what is left.',
  hints: [
    'PUT replaces the full task.',
    'Fields that you leave out get their defaults.',
    'After the PUT, `description` is `null`.',
  ],
  teaches: { page: 'decisions.md#tasks', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "description": "Passport"}'
curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
  steps: [
    on('POST /tasks', 201, (exchange) => lengthOf(exchange.sent.description) > 0 && idIn(exchange)),
    on('PUT /tasks/:id', 200, (exchange) => exchange.sent.description == null && taskIdIn(exchange)),
  ],
}
