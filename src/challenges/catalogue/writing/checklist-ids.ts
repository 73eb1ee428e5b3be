import { type Challenge, on } from '../../challenge.js'
import { itemKeys } from '../../look.js'

export const checklistIds: Challenge = {
  name: 'checklist-ids',
  level: 'writing',
  title: 'Items that keep their ids',
  task: 'Create a task with one checklist item. Then add a second item with PUT, so that the first item keeps its id.',
  hints: [
    'The service assigns the ids of items. Requests do not need them.',
    'An item with the same text keeps its id.',
    'Send both items in the PUT, and do not change the text of the first one.',
  ],
  teaches: { page: 'getting-started.md#tasks', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "Passport"}]}'
curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "Passport"}, {"text": "Camera"}]}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "Passport"}]}'
curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "passport"}, {"text": "Camera"}]}'`,
  steps: [
    on('POST /tasks', 201, (exchange) => itemKeys(exchange, 1)),
    on('PUT /tasks/:id', 200, (exchange) => itemKeys(exchange, 2)),
  ],
}
