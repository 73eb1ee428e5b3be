import { type Challenge, on } from '../../challenge.js'
import { idIn } from '../../look.js'

export const editComment: Challenge = {
  name: 'edit-comment',
  level: 'writing',
  title: 'Change a comment',
  task: 'Write a comment, and change its text.',
  hints: [
    'The response to the POST has the id of the comment.',
    'The operation is `PUT /tasks/{id}/comments/{commentId}`.',
    'The body is the same as that of the POST.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
  solution: `curl $BOARD/api/v1/tasks/2/comments -H "$JSON" -d '{"text": "Done soon."}'
curl -X PUT $BOARD/api/v1/tasks/2/comments/7 -H "$JSON" -d '{"text": "Done."}'`,
  nearMiss: `curl $BOARD/api/v1/tasks/2/comments -H "$JSON" -d '{"text": "Done soon."}'
curl -X PUT $BOARD/api/v1/tasks/1/comments/1 -H "$JSON" -d '{"text": "Done."}'`,
  steps: [
    on('POST /tasks/:id/comments', 201, (exchange) => idIn(exchange)),
    on('PUT /tasks/:id/comments/:commentId', 200, (exchange) => idIn(exchange)),
  ],
}
