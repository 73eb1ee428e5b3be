import { type Challenge, on } from '../../challenge.js'

export const deleteComment: Challenge = {
  name: 'delete-comment',
  level: 'writing',
  title: 'Delete a comment',
  task: 'Delete a comment.',
  hints: [
    'A task shows its comments with their ids.',
    'The operation is `DELETE /tasks/{id}/comments/{commentId}`.',
    'The status is 204.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
  solution: 'curl -X DELETE $BOARD/api/v1/tasks/1/comments/1',
  nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/2/comments/1',
  steps: [on('DELETE /tasks/:id/comments/:commentId', 204)],
}
