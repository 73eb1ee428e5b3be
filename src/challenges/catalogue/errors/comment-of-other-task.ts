import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const commentOfOtherTask: Challenge = {
  name: 'comment-of-other-task',
  level: 'errors',
  title: 'The comment of another task',
  task: 'Try to change a comment of one task through the path of another task.',
  hints: [
    'The path names a task and a comment. Both must fit together.',
    'Take the id of a comment, and the id of a task that does not have this comment.',
    'The status is 404, and the message names the comment.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 7 },
  solution: `curl -X PUT $BOARD/api/v1/tasks/2/comments/1 -H "$JSON" -d '{"text": "Mine"}'`,
  nearMiss: `curl -X PUT $BOARD/api/v1/tasks/999/comments/1 -H "$JSON" -d '{"text": "Mine"}'`,
  steps: [on('PUT /tasks/:id/comments/:commentId', 404, (exchange) => hasMessage(exchange, 'Comment not found'))],
}
