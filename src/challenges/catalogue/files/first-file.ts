import { type Challenge, on } from '../../challenge.js'

export const firstFile: Challenge = {
  name: 'first-file',
  level: 'files',
  title: 'Attach a file',
  task: 'Upload a file to a task.',
  hints: [
    'The operation is `POST /tasks/{id}/attachments`.',
    'The body is `multipart/form-data`, and the part is called `files`.',
    'With curl, use `-F files=@notes.txt`.',
  ],
  teaches: { page: 'getting-started.md#attachments', section: 4 },
  solution: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'`,
  nearMiss: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'file=@-;filename=notes.txt'`,
  steps: [on('POST /tasks/:id/attachments', 201)],
}
