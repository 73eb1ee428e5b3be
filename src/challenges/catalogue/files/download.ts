import { type Challenge, on } from '../../challenge.js'
import { listOf, pathBelow } from '../../look.js'

export const download: Challenge = {
  name: 'download',
  level: 'files',
  title: 'Get the file back',
  task: 'Upload a file, and download it.',
  hints: [
    'The response to the upload has the id of the attachment.',
    'The operation is `GET /tasks/{id}/attachments/{attachmentId}`.',
    'The response has the bytes of the file, and not JSON.',
  ],
  teaches: { page: 'getting-started.md#attachments', section: 4 },
  solution: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'
curl $BOARD/api/v1/tasks/2/attachments/3`,
  nearMiss: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'
curl $BOARD/api/v1/tasks/1/attachments/1`,
  steps: [
    on('POST /tasks/:id/attachments', 201, ({ path, received }) =>
      listOf(received).map(({ id }) => pathBelow(path, id)),
    ),
    on('GET /tasks/:id/attachments/:attachmentId', 200, ({ path }) => pathBelow(path)),
  ],
}
