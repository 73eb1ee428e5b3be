import { type Challenge, on } from '../../challenge.js'
import { sentTo } from '../../look.js'

export const samePutTwice: Challenge = {
  name: 'same-put-twice',
  level: 'writing',
  title: 'The same PUT twice',
  task: 'Send the same PUT twice. Both requests must succeed.',
  hints: [
    'PUT is idempotent: a repetition does no harm.',
    'The path and the body must be the same.',
    'Run the same command again.',
  ],
  teaches: { page: 'getting-started.md#tasks', section: 4 },
  solution: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
  nearMiss: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl -X PUT $BOARD/api/v1/tasks/2 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
  steps: [on('PUT /tasks/:id', 200, sentTo), on('PUT /tasks/:id', 200, sentTo)],
}
