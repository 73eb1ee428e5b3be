import { type Challenge, on } from '../../challenge.js'
import { listOf } from '../../look.js'

export const emptyFile: Challenge = {
  name: 'empty-file',
  level: 'files',
  title: 'An empty file',
  task: 'Upload a file without content.',
  hints: ['Is an empty file a file?', 'In Bash, `/dev/null` has no content.', 'The response shows the size 0.'],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
  solution: `curl $BOARD/api/v1/tasks/2/attachments -F 'files=@/dev/null;filename=empty.txt'`,
  nearMiss: `curl $BOARD/api/v1/tasks/2/attachments -F 'files='`,
  steps: [
    on('POST /tasks/:id/attachments', 201, ({ received }) =>
      listOf(received).some(({ fileSizeBytes }) => fileSizeBytes === 0),
    ),
  ],
}
