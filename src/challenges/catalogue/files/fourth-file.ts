import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const fourthFile: Challenge = {
  name: 'fourth-file',
  level: 'files',
  title: 'The fourth file',
  task: 'Try to give a task a fourth attachment.',
  hints: [
    'The limit counts all files of the task, not those of one request.',
    'Four files in one request also exceed it.',
    'The status is 400, and the message names the first file that is too many.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 8 },
  solution: `echo Hello > notes.txt
curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt`,
  nearMiss: `echo Hello > notes.txt
curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt`,
  steps: [on('POST /tasks/:id/attachments', 400, (exchange) => hasMessage(exchange, 'attachments per task'))],
}
