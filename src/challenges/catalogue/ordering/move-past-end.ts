import { type Challenge, on } from '../../challenge.js'
import { fieldsOf } from '../../look.js'

export const movePastEnd: Challenge = {
  name: 'move-past-end',
  level: 'ordering',
  title: 'Past the end of the column',
  task: 'Move a task to a place that is far behind the end of a column. Where does it end up?',
  hints: [
    'Is a place that is too large an error?',
    'Use a `targetIndex` of 1000.',
    'The response shows the real place as `sortOrder`.',
  ],
  teaches: { page: 'decisions.md#tasks', section: 4 },
  solution: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 1000}'`,
  nearMiss: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": 7}'`,
  steps: [
    on(
      'POST /tasks/:id/reorder',
      200,
      ({ sent, received }) => Number(sent.targetIndex) > Number(fieldsOf(received).sortOrder),
    ),
  ],
}
