import { type Challenge, on } from '../../challenge.js'

export const deleteFile: Challenge = {
  name: 'delete-file',
  level: 'files',
  title: 'Remove a file',
  task: 'Delete an attachment.',
  hints: [
    'A task shows its attachments with their ids.',
    'The operation is `DELETE /tasks/{id}/attachments/{attachmentId}`.',
    'The status is 204.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
  solution: 'curl -X DELETE $BOARD/api/v1/tasks/1/attachments/1',
  nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/2/attachments/1',
  steps: [on('DELETE /tasks/:id/attachments/:attachmentId', 204)],
}
