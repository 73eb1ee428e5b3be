import { type Challenge, on } from '../../challenge.js'
import { listOf } from '../../look.js'

export const largestFile: Challenge = {
  name: 'largest-file',
  level: 'files',
  title: 'The largest file',
  task: 'Upload a file of exactly 1 MB, which is 1,048,576 bytes.',
  hints: [
    'The limit itself is allowed.',
    '`head -c 1048576 /dev/zero` prints exactly as many bytes.',
    'Write them to a file, and upload it. The response shows its size.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 8 },
  solution: `head -c 1048576 /dev/zero | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=zeros.bin'`,
  nearMiss: `head -c 1048575 /dev/zero | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=zeros.bin'`,
  steps: [
    on('POST /tasks/:id/attachments', 201, ({ received }) =>
      listOf(received).some(({ fileSizeBytes }) => fileSizeBytes === 1_048_576),
    ),
  ],
}
