import { type Challenge, on } from '../../challenge.js'

export const negativeIndex: Challenge = {
  name: 'negative-index',
  level: 'ordering',
  title: 'Before the first place',
  task: 'Try to move a task to a negative place.',
  hints: ['Places are counted from 0.', 'Send `"targetIndex": -1`.', 'The status is 400.'],
  teaches: { page: 'decisions.md#tasks', section: 4 },
  solution: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO", "targetIndex": -1}'`,
  nearMiss: `curl $BOARD/api/v1/tasks/1/reorder -H "$JSON" -d '{"targetStatus": "TODO"}'`,
  steps: [on('POST /tasks/:id/reorder', 400, ({ sent }) => Number(sent.targetIndex) < 0)],
}
