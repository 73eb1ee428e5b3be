import { area } from '../check.js'

/** The attachments of a task, and uploads that are refused. */
export const attachments = area('attachments', 'current')

const MEBIBYTE = 1_048_576
const EVERY_BYTE = Buffer.from([...Array(256).keys()]).toString('hex')

const UPLOAD = 'POST /tasks/{task.id}/attachments files'
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => `{fileName: "${name}"}`)
const NOTES = '{fileName: "notes.txt"}'
const LARGE = `{fileName: "large.bin", size: ${MEBIBYTE + 1}}`
const FIELD = '{name: "note", content: ""}'
const MANY = Array(999).fill(FIELD)
const BOUNDARY = 'boundary=task-board-check-boundary'
const DOWNLOAD = 'GET /tasks/{task.id}/attachments/{files.0.id}'

attachments(`
returns-201 | spec 4 | An upload returns 201. | ${UPLOAD} [${A}] → 201
returns-array | spec 4 | An upload returns an array with one attachment per file.
  ${UPLOAD} [${A}] → /*/fileName = ["a"]
fields | spec 2 | An attachment has the fields of the specification.
  ${UPLOAD} [${A}] → /0 has contentType, fileName, fileSizeBytes, id, uploadedAt
id-is-integer | spec 2 | The id of an attachment is an integer. | ${UPLOAD} [${A}] → /0/id is integer
uploaded-at-format | spec 2 | 'uploadedAt' has the format of timestamps. | ${UPLOAD} [${A}] → /0/uploadedAt is timestamp
content-type-parameters | decision 46 | The parameters of a media type are kept.
  ${UPLOAD} [{fileName: "a", type: "text/plain; charset=utf-8"}] → /0/contentType = "text/plain; charset=utf-8"
content-type-default | decision 25 | The default type is 'application/octet-stream'.
  ${UPLOAD} [{fileName: "a.bin"}] → /0/contentType = "application/octet-stream"
appears-on-task | spec 2 | An attachment appears on its task.
  ${UPLOAD} [${A}] as files
  GET /tasks/{task.id} → /attachments = {files}
several-files | spec 4 | Several files can be sent in one request.
  ${UPLOAD} [${A}, ${B}] → /*/fileName sorted = ["a", "b"]
three-files | spec 8 | A task may have 3 attachments.
  ${UPLOAD} [${A}, ${B}, ${C}]
  GET /tasks/{task.id} → /attachments/*/fileName sorted = ["a", "b", "c"]
fourth-file | decision 25 | A fourth file is refused with 400.
  ${UPLOAD} [${A}, ${B}, ${C}]
  ${UPLOAD} [${D}] → 400
all-or-nothing | decision 25 | An upload with one file too many stores nothing.
  ${UPLOAD} [${A}, ${B}]
  ${UPLOAD} [${C}, ${D}] → any
  GET /tasks/{task.id} → /attachments/*/fileName sorted = ["a", "b"]
fourth-file-message | decision 25 | The message names the surplus file and limit.
  ${UPLOAD} [${A}, ${B}, ${C}, {fileName: "surplus.txt"}, ${D}]
  → /message ~ /surplus\\.txt.*\\b3\\b|\\b3\\b.*surplus\\.txt/
file-too-large | spec 4 | A file over 1 MB is refused with 400. | ${UPLOAD} [${LARGE}] → 400
file-too-large-message | spec 4 | The message names the file and the limit of 1 MB.
  ${UPLOAD} [${LARGE}] → /message ~ /large\\.bin.*1 ?MB|1 ?MB.*large\\.bin/i
file-too-large-path | spec 4 | The error for a file over 1 MB has 'path'.
  ${UPLOAD} [${LARGE}] → /path = "{path}/tasks/{task.id}/attachments"
largest-file | decision 25 | A file of 1,048,576 bytes is accepted.
  ${UPLOAD} [{fileName: "large.bin", size: ${MEBIBYTE}}] → 201
form-fields | decision 25 | Form fields are ignored.
  ${UPLOAD} [{name: "comment"}, ${A}, {name: "files"}] → /*/fileName = ["a"]
unknown-task | spec 7 | An upload to an unknown task returns 404. | POST /tasks/{unknown}/attachments files [${A}] → 404
delete-returns-204 | decision 23 | Deleting an attachment returns 204.
  DELETE /tasks/{task.id}/attachments/{file.id} → 204
delete-removes | decision 23 | A deleted attachment is gone, and the others stay.
  ${UPLOAD} [${A}, ${B}] as files
  DELETE /tasks/{task.id}/attachments/{files.0.id} → any
  GET /tasks/{task.id} → /attachments/*/fileName = ["b"]
delete-makes-room | spec 8 | After a deletion, another file can be uploaded.
  ${UPLOAD} [${A}, ${B}, ${C}] as files
  DELETE /tasks/{task.id}/attachments/{files.0.id} → any
  ${UPLOAD} [${D}] → 201
download-media-type | decision 26 | A download has the stored media type.
  ${UPLOAD} [{fileName: "a", type: "image/png"}] as files
  ${DOWNLOAD} → header content-type = "image/png"
download-disposition | decision 26 | 'Content-Disposition' has the file name.
  ${UPLOAD} [${NOTES}] as files
  ${DOWNLOAD} → header content-disposition ~ /^attachment; *filename="?notes\\.txt"?(;|$)/
download-unicode-name | decision 26 | Names beyond ASCII are encoded (RFC 6266).
  ${UPLOAD} [{fileName: "ü.txt"}] as files
  ${DOWNLOAD} → header content-disposition ~ /^attachment;.*filename\\*=UTF-8''%C3%BC\\.txt/i
download-nosniff | decision 26 | A download has 'X-Content-Type-Options: nosniff'.
  GET /tasks/{task.id}/attachments/{file.id} → header x-content-type-options = "nosniff"
keep-task-updated-at | decision 22 | Attachments do not change 'updatedAt' of their task. | WAIT
  ${UPLOAD} [${A}] as files
  DELETE /tasks/{task.id}/attachments/{files.0.id} → any
  GET /tasks/{task.id} → /updatedAt = {task.updatedAt}
file-name-with-space.txt | spec 2 | The file name 'with space.txt' is kept.
  ${UPLOAD} [{fileName: "with space.txt"}] → /0/fileName = "with space.txt"
file-name-utf-8 | decision 25 | File names are UTF-8.
  ${UPLOAD} [{fileName: "Übersicht ☂.pdf"}] → /0/fileName = "Übersicht ☂.pdf"
empty-file | decision 25 | An empty file is accepted. | ${UPLOAD} [{fileName: "a", content: ""}] → /0/fileSizeBytes = 0
fourth-file-stores-nothing | spec 8 | A task never has more than 3 attachments.
  ${UPLOAD} [${A}, ${B}]
  ${UPLOAD} [${C}, ${D}] → any
  GET /tasks/{task.id} → /attachments/length < 4
concurrent-uploads | decision 25 | Uploads at once leave at most 3 attachments.
  ${Array(4).fill(`${UPLOAD} [${A}, ${B}]`).join(' & ')} → any
  GET /tasks/{task.id} → /attachments/length < 4
at-once | decision 25 | Simultaneous uploads are all stored.
  ${UPLOAD} [${A}] & ${UPLOAD} [${B}] → statuses = [201, 201]
  GET /tasks/{task.id} → /attachments/*/fileName sorted = ["a", "b"]
download-bytes | decision 26 | A download returns the stored bytes.
  ${UPLOAD} [{fileName: "a", size: 512}] as files
  ${DOWNLOAD} → bytes = "${EVERY_BYTE}${EVERY_BYTE}"
largest-files | decision 25 | A request can have 3 files of 1 MiB.
  ${UPLOAD} [${['a', 'b', 'c'].map((name) => `{fileName: "${name}", size: ${MEBIBYTE}}`)}] → 201
parts-max | decision 40 | An upload may have 1,000 parts. One more returns 400.
  ${UPLOAD} [${MANY}, ${FIELD}, ${A}] → 400
  ${UPLOAD} [${MANY}, ${A}] → 201
without-body | decision 7 | An upload without a body is refused with 400. | POST /tasks/{task.id}/attachments → 400
as-application/json | decision 7 | An upload as 'application/json' is refused with 415.
  ${UPLOAD} [${A}] with content-type: application/json → 415
as-text/plain | decision 7 | An upload as 'text/plain' is refused with 415.
  ${UPLOAD} [${A}] with content-type: text/plain → 415
as-multipart/mixed | decision 7 | An upload as 'multipart/mixed' is refused with 415.
  ${UPLOAD} [${A}] with content-type: multipart/mixed; ${BOUNDARY} → 415
DELETE-invalid-id | decision 11 | DELETE of attachment '01' returns 400. | DELETE /tasks/{task.id}/attachments/01 → 400
GET-invalid-id | decision 11 | GET of attachment '01' returns 400. | GET /tasks/{task.id}/attachments/01 → 400
delete-with-task | decision 24 | The attachments of a deleted task are gone.
  DELETE /tasks/{task.id} → any
  GET /tasks/{task.id}/attachments/{file.id} → 404
`)
for (const fileName of ['notes.txt', 'archive.tar.gz', '.env', 'none']) {
  attachments(`
    file-name-${fileName} | spec 2 | The file name '${fileName}' is kept.
      ${UPLOAD} [{fileName: "${fileName}"}] → /0/fileName = "${fileName}"`)
}
for (const type of ['text/plain', 'image/png', 'application/pdf']) {
  attachments(`
    content-type-${type.replace('/', '-')} | spec 2 | The media type ${type} is kept.
      ${UPLOAD} [{fileName: "a", type: "${type}"}] → /0/contentType = "${type}"`)
}
for (const size of [1, 1000, MEBIBYTE - 1]) {
  attachments(`
    file-size-${size} | spec 2 | 'fileSizeBytes' of a file of ${size} bytes is ${size}.
      ${UPLOAD} [{fileName: "a", size: ${size}}] → /0/fileSizeBytes = ${size}`)
}
for (const method of ['DELETE', 'GET']) {
  attachments(`
    ${method}-unknown | decision 24 | ${method} of an unknown attachment returns 404.
      ${method} /tasks/{task.id}/attachments/{unknown} → 404 ; /message = "Attachment not found with id: {unknown}"
    ${method}-of-other-task | decision 24 | ${method} through another task returns 404.
      ${method} /tasks/{other.id}/attachments/{file.id} → 404
      GET /tasks/{task.id} → /attachments = [{file}]`)
}

const REFUSED: [name: string, title: string, parts: string[], message: string][] = [
  ['no-parts', 'An upload without parts', [], '\\S'],
  ['no-files', 'An upload without files', [FIELD], '\\S'],
  ['field-named-files', "A form field named 'files' without a file", ['{name: "files"}'], '\\S'],
  ...['file', 'Files', 'files[]', '__proto__'].map((name): (typeof REFUSED)[number] => [
    `part-named-${name}`,
    `A file in a part named '${name}'`,
    [NOTES, `{name: "${name}", fileName: "wrong.txt"}`],
    'wrong\\.txt',
  ]),
  ['large-first', 'A file over 1 MiB before another file', [LARGE, NOTES], 'large\\.bin'],
  ['large-last', 'A file over 1 MiB after another file', [NOTES, LARGE], 'large\\.bin'],
]
for (const [name, title, parts, message] of REFUSED) {
  attachments(`
    ${name} | decision 25 | ${title} is refused with 400, and nothing is stored.
      ${UPLOAD} [${parts}] → 400 ; /message ~ /${message}/
      GET /tasks/{task.id} → {attachments: []}
    ${name}-unknown-task | decision 17 | ${title} is 400 even for an unknown task.
      POST /tasks/{unknown}/attachments files [${parts}] → 400`)
}
