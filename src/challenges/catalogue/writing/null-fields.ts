import { type Challenge, on } from '../../challenge.js'

export const nullFields: Challenge = {
  name: 'null-fields',
  level: 'writing',
  title: 'Null is nothing',
  task: 'Create a task with an optional field that is `null`.',
  hints: [
    'Generated clients often send `null` for fields without a value.',
    'Here, `null` means the same as leaving the field out.',
    'Send `"dueDate": null`.',
  ],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": null}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": ""}'`,
  steps: [on('POST /tasks', 201, ({ sent }) => Object.values(sent).includes(null))],
}
