import { type Challenge, on } from '../../challenge.js'

export const firstComment: Challenge = {
  name: 'first-comment',
  level: 'first-steps',
  title: 'Write a comment',
  task: 'Add a comment to a task.',
  hints: [
    'Comments belong to a task: their path starts with that of the task.',
    'The operation is `POST /tasks/{id}/comments`.',
    'The body has one field, `text`.',
  ],
  teaches: { page: 'getting-started.md#comments', section: 4 },
  solution: `curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "Done soon."}'`,
  nearMiss: `curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"comment": "Done soon."}'`,
  steps: [on('POST /tasks/:id/comments', 201)],
}
