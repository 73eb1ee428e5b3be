import { type Challenge, on } from '../../challenge.js'
import { idIn, taskIdIn } from '../../look.js'

export const locationFollowed: Challenge = {
  name: 'location-followed',
  level: 'first-steps',
  title: 'Follow the Location header',
  task: 'Create a task, and read it with the path in the `Location` header of the response.',
  hints: [
    '`curl -i` shows the headers of a response.',
    '`Location` has a path without the host. Its last part is the id of the new task.',
    'Read exactly this path after the POST.',
  ],
  teaches: { page: 'decisions.md#tasks', section: 4 },
  solution: `curl -i $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/v1/tasks/21`,
  nearMiss: `curl -i $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/v1/tasks/1`,
  steps: [
    on('POST /tasks', 201, (exchange) => idIn(exchange)),
    on('GET /tasks/:id', 200, (exchange) => taskIdIn(exchange)),
  ],
}
