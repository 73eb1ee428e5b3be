import { CREATED, challengesIn, on, type Solutions, type Step } from './challenge.js'
import { hasMessage, hasOtherThanAscii, isJson, listOf, pathBelow, textOf } from './look.js'
import type { Fields } from './observed.js'

const UPLOAD = 'POST /tasks/:id/attachments'

function onUpload(isWanted: (file: Fields) => boolean): Step {
  return on(UPLOAD, CREATED, ({ received }) => listOf(received).some(isWanted))
}

const TEXTS = `
first-file | Attach a file | getting-started.md#attachments, section 4
  Upload a file to a task.
  - The operation is 'POST /tasks/{id}/attachments'.
  - The body is 'multipart/form-data', and the part is called 'files'.
  - With curl, use '-F files=@notes.txt'.
  $ echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'
  ≠ echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'file=@-;filename=notes.txt'
three-files | Three files in one request | getting-started.md#attachments, section 8
  Upload three files with one request.
  - A task can have three attachments.
  - Each file has its own part, and all parts are called 'files'.
  - Repeat '-F' three times.
  = echo Hello > notes.txt
  $ curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt
  ≠ curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt
fourth-file | The fourth file | decisions.md#comments-and-attachments, section 8
  Try to give a task a fourth attachment.
  - The limit counts all files of the task, not those of one request.
  - Four files in one request also exceed it.
  - The status is 400, and the message names the first file that is too many.
  = echo Hello > notes.txt
  $ curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt
  ≠ curl $BOARD/api/v1/tasks/2/attachments -F files=@notes.txt -F files=@notes.txt -F files=@notes.txt
file-too-large | A file that is too large | decisions.md#comments-and-attachments, section 8
  Try to upload a file of more than 1 MB.
  - 1 MB means 1,048,576 bytes here.
  - Let your tool make the file. The content does not matter.
  - In Bash, 'seq 200000' prints more than that. The status is 400.
  $ seq 200000 | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=large.txt'
  ≠ seq 100000 | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=large.txt'
largest-file | The largest file | decisions.md#comments-and-attachments, section 8
  Upload a file of exactly 1 MB, which is 1,048,576 bytes.
  - The limit itself is allowed.
  - 'head -c 1048576 /dev/zero' prints exactly as many bytes.
  - Write them to a file, and upload it. The response shows its size.
  $ head -c 1048576 /dev/zero | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=zeros.bin'
  ≠ head -c 1048575 /dev/zero | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=zeros.bin'
empty-file | An empty file | decisions.md#comments-and-attachments, section 4
  Upload a file without content.
  - Is an empty file a file?
  - In Bash, '/dev/null' has no content.
  - The response shows the size 0.
  $ curl $BOARD/api/v1/tasks/2/attachments -F 'files=@/dev/null;filename=empty.txt'
  ≠ curl $BOARD/api/v1/tasks/2/attachments -F 'files='
wrong-part | The wrong name of the part | decisions.md#comments-and-attachments, section 4
  Try to upload a file in a part that is not called 'files'.
  - The name of the part is not the name of the file.
  - Call the part 'file'.
  - The status is 400, and the message names the right part.
  $ echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'file=@-;filename=notes.txt'
  ≠ echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'
json-upload | An upload in JSON | errors.md#messages, section 4
  Try to upload a file as JSON.
  - Uploads need another media type.
  - Send any JSON body to the path of the attachments.
  - The status is 415, and the message names the right media type.
  $ curl $BOARD/api/v1/tasks/2/attachments -H "$JSON" -d '{"files": ["Hello"]}'
  ≠ curl $BOARD/api/v1/tasks/2/attachments -F 'files=Hello'
unicode-file-name | A file name in another script | decisions.md#comments-and-attachments, section 2
  Upload a file whose name is not ASCII, and get the same name back.
  - File names are UTF-8.
  - The name stands in the part, and not in the URL.
  - With curl, add ';filename=résumé.txt' to the part.
  $ echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=résumé.txt'
  ≠ echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=resume.txt'
download | Get the file back | getting-started.md#attachments, section 4
  Upload a file, and download it.
  - The response to the upload has the id of the attachment.
  - The operation is 'GET /tasks/{id}/attachments/{attachmentId}'.
  - The response has the bytes of the file, and not JSON.
  = echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=notes.txt'
  $ curl $BOARD/api/v1/tasks/2/attachments/3
  ≠ curl $BOARD/api/v1/tasks/1/attachments/1
delete-file | Remove a file | decisions.md#comments-and-attachments, section 4
  Delete an attachment.
  - A task shows its attachments with their ids.
  - The operation is 'DELETE /tasks/{id}/attachments/{attachmentId}'.
  - The status is 204.
  $ curl -X DELETE $BOARD/api/v1/tasks/1/attachments/1
  ≠ curl -X DELETE $BOARD/api/v1/tasks/2/attachments/1
unknown-file | A file that does not exist | decisions.md#comments-and-attachments, section 7
  Try to download an attachment that an existing task does not have.
  - The task must exist. Otherwise the response names the task.
  - Choose a large id for the attachment.
  - The status is 404, and the message names the attachment.
  $ curl $BOARD/api/v1/tasks/1/attachments/999
  ≠ curl $BOARD/api/v1/tasks/999/attachments/1
`

const STEPS: Solutions = {
  'first-file': on(UPLOAD, CREATED),
  'three-files': on(UPLOAD, CREATED, ({ received }) => listOf(received).length === 3),
  'fourth-file': on(UPLOAD, 400, (exchange) => hasMessage(exchange, 'attachments per task')),
  // 413: the body is too large for any upload.
  'file-too-large': on(
    UPLOAD,
    [400, 413],
    (exchange) => exchange.status === 413 || hasMessage(exchange, 'MB per file'),
  ),
  'largest-file': onUpload(({ fileSizeBytes }) => fileSizeBytes === 1_048_576),
  'empty-file': onUpload(({ fileSizeBytes }) => fileSizeBytes === 0),
  'wrong-part': on(UPLOAD, 400, (exchange) => hasMessage(exchange, "' must be sent in a part named")),
  'json-upload': on(UPLOAD, 415, isJson),
  'unicode-file-name': onUpload(({ fileName }) => hasOtherThanAscii(textOf(fileName))),
  download: [
    on(UPLOAD, CREATED, ({ path, received }) => listOf(received).map(({ id }) => pathBelow(path, id))),
    on('GET /tasks/:id/attachments/:attachmentId', 200, ({ path }) => pathBelow(path)),
  ],
  'delete-file': on('DELETE /tasks/:id/attachments/:attachmentId', 204),
  'unknown-file': on('GET /tasks/:id/attachments/:attachmentId', 404, (exchange) =>
    hasMessage(exchange, 'Attachment not found'),
  ),
}

export const FILES = challengesIn('files', TEXTS, STEPS)
