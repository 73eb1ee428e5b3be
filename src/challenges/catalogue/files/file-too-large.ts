import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const fileTooLarge: Challenge = {
  name: 'file-too-large',
  level: 'files',
  title: 'A file that is too large',
  task: 'Try to upload a file of more than 1 MB.',
  hints: [
    '1 MB means 1,048,576 bytes here.',
    'Let your tool make the file. The content does not matter.',
    'In Bash, `seq 200000` prints more than that. The status is 400.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 8 },
  solution: `seq 200000 | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=large.txt'`,
  nearMiss: `seq 100000 | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=large.txt'`,
  steps: [on('POST /tasks/:id/attachments', 400, (exchange) => hasMessage(exchange, 'MB per file'))],
}
