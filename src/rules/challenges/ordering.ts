import { challengesIn, on, onCreation, onList, type Solutions, type Step } from './challenge.js'
import { idIn, numberIn, taskIdIn } from './look.js'

const TEXTS = `
move-across | From TODO to DONE | getting-started.md#moving-a-task, section 4
  Create a task in 'TODO'. Move it to 'IN_PROGRESS', and then to 'DONE', with reorder.
  - The operation is 'POST /tasks/{id}/reorder'.
  - The body has 'targetStatus' and 'targetIndex'.
  - Send two requests: first to 'IN_PROGRESS', then to 'DONE', each with 'targetIndex' 0.
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  $ curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "IN_PROGRESS", "targetIndex": 0}'
  $ curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'
  ≠ curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'
  ≠ curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "IN_PROGRESS", "targetIndex": 0}'
move-within | First in its column | getting-started.md#moving-a-task, section 4
  Create a task in a column that has others, and move it to the first place of this column.
  - A new task is the last one of its column.
  - 'targetStatus' is the status that the task already has.
  - Places are counted from 0, so 'targetIndex' is 0.
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  $ curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 0}'
  ≠ curl $BOARD/api/v1/tasks/21/reorder -H "$JSON" -d '{"targetStatus": "DONE", "targetIndex": 0}'
move-past-end | Past the end of the column | decisions.md#tasks, section 4
  Move a task to a place behind the end of a column. Where does it end up?
  - Is a place that is too large an error?
  - Use a 'targetIndex' of 1000.
  - The response shows the real place as 'sortOrder'.
  $ curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 1000}'
  ≠ curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 7}'
negative-index | Before the first place | decisions.md#tasks, section 4
  Try to move a task to a negative place.
  - Places are counted from 0.
  - Send '"targetIndex": -1'.
  - The status is 400.
  $ curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": -1}'
  ≠ curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO"}'
move-unknown | Move a task that does not exist | errors.md, section 7
  Try to move a task that does not exist.
  - The body must be valid. Otherwise the response is 400.
  - Choose an unknown id.
  - The status is 404.
  $ curl $BOARD/api/v1/tasks/999/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 0}'
  ≠ curl $BOARD/api/v1/tasks/999/reorder -H "$JSON" -d '{"targetStatus": "TODO"}'
move-with-put | Move without reorder | decisions.md#tasks, section 3
  Create a task in 'TODO', and move it to another column with PUT. Do not move it with reorder before.
  - The column of a task is its status.
  - PUT with another 'status' moves the task.
  - The task goes to the end of the new column.
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  $ curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "DONE"}'
  ≠ curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Packed", "status": "TODO"}'
column-in-order | A column as it looks | decisions.md#lists, section 4
  Read one column with at least two tasks, in the order of its cards.
  - 'sortOrder' is the place of a task in its column.
  - Filter by 'status', and sort by 'sortOrder'.
  - Use 'status=TODO&sort=sortOrder'.
  $ curl "$BOARD/api/v1/tasks?status=TODO&sort=sortOrder"
  ≠ curl "$BOARD/api/v1/tasks?sort=sortOrder"
`

function onMove(when: Step['when']): Step {
  return on('POST /tasks/:id/reorder', 200, when)
}

const STEPS: Solutions = {
  'move-across': [
    onCreation((exchange) => exchange.sent.status === 'TODO' && idIn(exchange)),
    onMove((exchange) => exchange.sent.targetStatus === 'IN_PROGRESS' && taskIdIn(exchange)),
    onMove((exchange) => exchange.sent.targetStatus === 'DONE' && taskIdIn(exchange)),
  ],
  'move-within': [
    onCreation((exchange) => numberIn(exchange, 'sortOrder') > 0 && `${idIn(exchange)} ${exchange.sent.status}`),
    onMove((exchange) => exchange.sent.targetIndex === 0 && `${taskIdIn(exchange)} ${exchange.sent.targetStatus}`),
  ],
  'move-past-end': onMove((exchange) => Number(exchange.sent.targetIndex) > numberIn(exchange, 'sortOrder')),
  'negative-index': on('POST /tasks/:id/reorder', 400, ({ sent }) => {
    return typeof sent.targetIndex === 'number' && sent.targetIndex < 0
  }),
  'move-unknown': on('POST /tasks/:id/reorder', 404),
  'move-with-put': {
    steps: [
      onCreation((exchange) => exchange.sent.status === 'TODO' && idIn(exchange)),
      on('PUT /tasks/:id', 200, (exchange) => exchange.sent.status !== 'TODO' && taskIdIn(exchange)),
    ],
    undo: onMove(taskIdIn),
  },
  'column-in-order': onList({ status: true, sort: 'sortOrder' }, ({ length }, { query }) => {
    return length > 1 && query.get('direction') !== 'desc'
  }),
}

export const ORDERING = challengesIn('ordering', TEXTS, STEPS)
