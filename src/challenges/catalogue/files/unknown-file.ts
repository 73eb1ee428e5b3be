import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const unknownFile: Challenge = {
  name: 'unknown-file',
  level: 'files',
  title: 'A file that does not exist',
  task: 'Try to download an attachment that an existing task does not have.',
  hints: [
    'The task must exist. Otherwise the response names the task.',
    'Choose a large id for the attachment.',
    'The status is 404, and the message names the attachment.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 7 },
  solution: 'curl $BOARD/api/v1/tasks/1/attachments/999',
  nearMiss: 'curl $BOARD/api/v1/tasks/999/attachments/1',
  steps: [
    on('GET /tasks/:id/attachments/:attachmentId', 404, (exchange) => hasMessage(exchange, 'Attachment not found')),
  ],
}
