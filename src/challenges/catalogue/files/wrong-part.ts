import { type Challenge, on } from '../../challenge.js'
import { hasMessage } from '../../look.js'

export const wrongPart: Challenge = {
  name: 'wrong-part',
  level: 'files',
  title: 'The wrong name of the part',
  task: 'Try to upload a file in a part that is not called `files`.',
  hints: [
    'The name of the part is not the name of the file.',
    'Call the part `file`.',
    'The status is 400, and the message names the right part.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
  solution: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'file=@-;filename=notes.txt'`,
  nearMiss: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'`,
  steps: [on('POST /tasks/:id/attachments', 400, (exchange) => hasMessage(exchange, 'must be sent in a part named'))],
}
