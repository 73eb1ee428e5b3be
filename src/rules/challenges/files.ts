import { CREATED, challengesIn, on, type Step } from './challenge.js'
import { hasMessage, hasOtherThanAscii, isJson, listOf, pathBelow, textOf } from './look.js'
import type { Fields } from './observed.js'

const UPLOAD = 'POST /tasks/:id/attachments'

function onUpload(isWanted: (file: Fields) => boolean): Step {
  return on(UPLOAD, CREATED, ({ received }) => listOf(received).some(isWanted))
}

export const FILES = challengesIn('files', {
  'first-file': {
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
    steps: on(UPLOAD, CREATED),
  },
  'three-files': {
    title: 'Three files in one request',
    task: 'Upload three files with one request.',
    hints: [
      'A task can have three attachments.',
      'Each file has its own part, and all parts are called `files`.',
      'Repeat `-F` three times.',
    ],
    teaches: { page: 'getting-started.md#attachments', section: 8 },
    before: 'echo Hello > notes.txt',
    solution: 'curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt',
    nearMiss: 'curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt',
    steps: on(UPLOAD, CREATED, ({ received }) => listOf(received).length === 3),
  },
  'fourth-file': {
    title: 'The fourth file',
    task: 'Try to give a task a fourth attachment.',
    hints: [
      'The limit counts all files of the task, not those of one request.',
      'Four files in one request also exceed it.',
      'The status is 400, and the message names the first file that is too many.',
    ],
    teaches: { page: 'decisions.md#comments-and-attachments', section: 8 },
    before: 'echo Hello > notes.txt',
    solution:
      'curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt',
    nearMiss: 'curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt',
    steps: on(UPLOAD, 400, (exchange) => hasMessage(exchange, 'attachments per task')),
  },
  'file-too-large': {
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
    // 413: the body is too large for any upload.
    steps: on(UPLOAD, [400, 413], (exchange) => exchange.status === 413 || hasMessage(exchange, 'MB per file')),
  },
  'largest-file': {
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
    steps: onUpload(({ fileSizeBytes }) => fileSizeBytes === 1_048_576),
  },
  'empty-file': {
    title: 'An empty file',
    task: 'Upload a file without content.',
    hints: ['Is an empty file a file?', 'In Bash, `/dev/null` has no content.', 'The response shows the size 0.'],
    teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
    solution: `curl $BOARD/api/v1/tasks/2/attachments -F 'files=@/dev/null;filename=empty.txt'`,
    nearMiss: `curl $BOARD/api/v1/tasks/2/attachments -F 'files='`,
    steps: onUpload(({ fileSizeBytes }) => fileSizeBytes === 0),
  },
  'wrong-part': {
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
    steps: on(UPLOAD, 400, (exchange) => hasMessage(exchange, "' must be sent in a part named")),
  },
  'json-upload': {
    title: 'An upload in JSON',
    task: 'Try to upload a file as JSON.',
    hints: [
      'Uploads need another media type.',
      'Send any JSON body to the path of the attachments.',
      'The status is 415, and the message names the right media type.',
    ],
    teaches: { page: 'errors.md#messages', section: 4 },
    solution: `curl $BOARD/api/v1/tasks/2/attachments -H "$JSON" -d '{"files": ["Hello"]}'`,
    nearMiss: `curl $BOARD/api/v1/tasks/2/attachments -F 'files=Hello'`,
    steps: on(UPLOAD, 415, isJson),
  },
  'unicode-file-name': {
    title: 'A file name in another script',
    task: 'Upload a file whose name is not ASCII, and get the same name back.',
    hints: [
      'File names are UTF-8.',
      'The name stands in the part, and not in the URL.',
      'With curl, add `;filename=résumé.txt` to the part.',
    ],
    teaches: { page: 'decisions.md#comments-and-attachments', section: 2 },
    solution: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=résumé.txt'`,
    nearMiss: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=resume.txt'`,
    steps: onUpload(({ fileName }) => hasOtherThanAscii(textOf(fileName))),
  },
  download: {
    title: 'Get the file back',
    task: 'Upload a file, and download it.',
    hints: [
      'The response to the upload has the id of the attachment.',
      'The operation is `GET /tasks/{id}/attachments/{attachmentId}`.',
      'The response has the bytes of the file, and not JSON.',
    ],
    teaches: { page: 'getting-started.md#attachments', section: 4 },
    before: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'`,
    solution: 'curl $BOARD/api/v1/tasks/2/attachments/3',
    nearMiss: 'curl $BOARD/api/v1/tasks/1/attachments/1',
    steps: [
      on(UPLOAD, CREATED, ({ path, received }) => listOf(received).map(({ id }) => pathBelow(path, id))),
      on('GET /tasks/:id/attachments/:attachmentId', 200, ({ path }) => pathBelow(path)),
    ],
  },
  'delete-file': {
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
    steps: on('DELETE /tasks/:id/attachments/:attachmentId', 204),
  },
  'unknown-file': {
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
    steps: on('GET /tasks/:id/attachments/:attachmentId', 404, (exchange) =>
      hasMessage(exchange, 'Attachment not found'),
    ),
  },
})
