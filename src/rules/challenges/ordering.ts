import { challengesIn, on, onCreation, onList } from './challenge.js'
import { idIn, numberIn, taskIdIn } from './look.js'

export const ORDERING = challengesIn('ordering', {
  'move-across': {
    title: 'From TODO to DONE',
    task: 'Create a task in `TODO`. Move it to `IN_PROGRESS`, and then to `DONE`, with reorder.',
    hints: [
      'The operation is `POST /tasks/{id}/reorder`.',
      'The body has `targetStatus` and `targetIndex`.',
      'Send two requests: first to `IN_PROGRESS`, then to `DONE`, each with `targetIndex` 0.',
    ],
    teaches: { page: 'getting-started.md#moving-a-task', section: 4 },
    before: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    solution: `curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "IN_PROGRESS", "targetIndex": 0}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'`,
    nearMiss: `curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'
curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "IN_PROGRESS", "targetIndex": 0}'`,
    steps: [
      onCreation((exchange) => exchange.sent.status === 'TODO' && idIn(exchange)),
      on(
        'POST /tasks/:id/reorder',
        200,
        (exchange) => exchange.sent.targetStatus === 'IN_PROGRESS' && taskIdIn(exchange),
      ),
      on('POST /tasks/:id/reorder', 200, (exchange) => exchange.sent.targetStatus === 'DONE' && taskIdIn(exchange)),
    ],
  },
  'move-within': {
    title: 'First in its column',
    task: 'Create a task in a column that has others, and move it to the first place of this column.',
    hints: [
      'A new task is the last one of its column.',
      '`targetStatus` is the status that the task already has.',
      'Places are counted from 0, so `targetIndex` is 0.',
    ],
    teaches: { page: 'getting-started.md#moving-a-task', section: 4 },
    before: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    solution: `curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 0}'`,
    nearMiss: `curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'`,
    steps: [
      onCreation((exchange) => numberIn(exchange, 'sortOrder') > 0 && `${idIn(exchange)} ${exchange.sent.status}`),
      on(
        'POST /tasks/:id/reorder',
        200,
        (exchange) => exchange.sent.targetIndex === 0 && `${taskIdIn(exchange)} ${exchange.sent.targetStatus}`,
      ),
    ],
  },
  'move-past-end': {
    title: 'Past the end of the column',
    task: 'Move a task to a place behind the end of a column. Where does it end up?',
    hints: [
      'Is a place that is too large an error?',
      'Use a `targetIndex` of 1000.',
      'The response shows the real place as `sortOrder`.',
    ],
    teaches: { page: 'decisions.md#tasks', section: 4 },
    solution: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 1000}'`,
    nearMiss: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 7}'`,
    steps: on(
      'POST /tasks/:id/reorder',
      200,
      (exchange) => Number(exchange.sent.targetIndex) > numberIn(exchange, 'sortOrder'),
    ),
  },
  'negative-index': {
    title: 'Before the first place',
    task: 'Try to move a task to a negative place.',
    hints: ['Places are counted from 0.', 'Send `"targetIndex": -1`.', 'The status is 400.'],
    teaches: { page: 'decisions.md#tasks', section: 4 },
    solution: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": -1}'`,
    nearMiss: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO"}'`,
    steps: on('POST /tasks/:id/reorder', 400, ({ sent }) => {
      return typeof sent.targetIndex === 'number' && sent.targetIndex < 0
    }),
  },
  'move-unknown': {
    title: 'Move a task that does not exist',
    task: 'Try to move a task that does not exist.',
    hints: ['The body must be valid. Otherwise the response is 400.', 'Choose an unknown id.', 'The status is 404.'],
    teaches: { page: 'errors.md', section: 7 },
    solution: `curl $BOARD/api/v1/tasks/999/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 0}'`,
    nearMiss: `curl $BOARD/api/v1/tasks/999/reorder -H "$JSON" -d '{"targetStatus": "TODO"}'`,
    steps: on('POST /tasks/:id/reorder', 404),
  },
  'move-with-put': {
    title: 'Move without reorder',
    task: 'Create a task in `TODO`, and move it to another column with PUT. Do not move it with reorder before.',
    hints: [
      'The column of a task is its status.',
      'PUT with another `status` moves the task.',
      'The task goes to the end of the new column.',
    ],
    teaches: { page: 'decisions.md#tasks', section: 3 },
    before: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    solution: `curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "DONE"}'`,
    nearMiss: `curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Packed", "status": "TODO"}'`,
    steps: [
      onCreation((exchange) => exchange.sent.status === 'TODO' && idIn(exchange)),
      on('PUT /tasks/:id', 200, (exchange) => exchange.sent.status !== 'TODO' && taskIdIn(exchange)),
    ],
    undo: on('POST /tasks/:id/reorder', 200, taskIdIn),
  },
  'column-in-order': {
    title: 'A column as it looks',
    task: 'Read one column with at least two tasks, in the order of its cards.',
    hints: [
      '`sortOrder` is the place of a task in its column.',
      'Filter by `status`, and sort by `sortOrder`.',
      'Use `status=TODO&sort=sortOrder`.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: 'curl "$BOARD/api/v1/tasks?status=TODO&sort=sortOrder"',
    nearMiss: 'curl "$BOARD/api/v1/tasks?sort=sortOrder"',
    steps: onList({ status: true, sort: 'sortOrder' }, ({ length }, { query }) => {
      return length > 1 && query.get('direction') !== 'desc'
    }),
  },
})
