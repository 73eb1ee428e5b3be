import { type Challenge, on } from '../../challenge.js'
import { listOf } from '../../look.js'

export const threeFiles: Challenge = {
  name: 'three-files',
  level: 'files',
  title: 'Three files in one request',
  task: 'Upload three files with one request.',
  hints: [
    'A task can have three attachments.',
    'Each file has its own part, and all parts are called `files`.',
    'Repeat `-F` three times.',
  ],
  teaches: { page: 'getting-started.md#attachments', section: 8 },
  solution: `echo Hello > notes.txt
curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt`,
  nearMiss: `echo Hello > notes.txt
curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt`,
  steps: [on('POST /tasks/:id/attachments', 201, ({ received }) => listOf(received).length === 3)],
}
