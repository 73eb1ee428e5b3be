import { type Challenge, on } from '../../challenge.js'

export const titleEmpty: Challenge = {
  name: 'title-empty',
  level: 'errors',
  title: 'An empty title',
  task: 'Try to create a task with an empty title.',
  hints: [
    'The lower boundary of the title is 1 character.',
    'The field is there, but its text is empty.',
    'Send `"title": ""`. The status is 400.',
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO"}'`,
  steps: [on('POST /tasks', 400, ({ sent }) => sent.title === '')],
}
