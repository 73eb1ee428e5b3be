import { type Api, UNKNOWN_ID } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal, fields, holds } from '../expect.js'
import type { UploadPart } from '../multipart.js'

/** The attachments of a task. */
export const attachments = area('attachments', CURRENT)
const { rules, onTask } = attachments

const MEBIBYTE = 1_048_576
const FILE = { fileName: 'notes.txt', type: 'text/plain', content: 'text' }
const named = (...names: string[]): UploadPart[] => names.map((fileName) => ({ ...FILE, fileName }))
/** Returns what a check does that uploads a file and compares fields of the attachment. */
function keeps(part: UploadPart, expected: Record<string, unknown> = { ...part }) {
  return async (api: Api, { id }: Json): Promise<void> =>
    fields((await api.attach(id, { ...FILE, ...part }))[0], expected)
}
const names = (attachments: Json) => attachments.map(({ fileName }: Json) => fileName).sort()

const UPLOAD = 'POST /tasks/{task.id}/attachments files'
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => `{fileName: "${name}"}`)
const LARGE = `[{fileName: "large.bin", size: ${MEBIBYTE + 1}}]`
const DOWNLOAD = 'GET /tasks/{task.id}/attachments/{files.0.id}'

rules(`
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
file-too-large | spec 4 | A file over 1 MB is refused with 400. | ${UPLOAD} ${LARGE} → 400
file-too-large-message | spec 4 | The message names the file and the limit of 1 MB.
  ${UPLOAD} ${LARGE} → /message ~ /large\\.bin.*1 ?MB|1 ?MB.*large\\.bin/i
file-too-large-path | spec 4 | The error for a file over 1 MB has 'path'.
  ${UPLOAD} ${LARGE} → /path = "{path}/tasks/{task.id}/attachments"
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
  ${UPLOAD} [{fileName: "notes.txt"}] as files
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
`)

for (const fileName of ['notes.txt', 'archive.tar.gz', '.env', 'none', 'with space.txt']) {
  const name = `file-name-${fileName.replaceAll(' ', '-')}`
  onTask(name, spec(2), `The file name \`${fileName}\` is kept.`, keeps({ fileName }))
}
onTask('file-name-utf-8', decision(25), 'File names are UTF-8.', keeps({ fileName: 'Übersicht ☂.pdf' }))
for (const type of ['text/plain', 'image/png', 'application/pdf']) {
  const title = `The media type ${type} is kept.`
  onTask(`content-type-${type.replace('/', '-')}`, spec(2), title, keeps({ type }, { contentType: type }))
}
for (const size of [1, 1000, MEBIBYTE - 1]) {
  const title = `\`fileSizeBytes\` of a file of ${size} bytes is ${size}.`
  onTask(`file-size-${size}`, spec(2), title, keeps({ content: Buffer.alloc(size) }, { fileSizeBytes: size }))
}
onTask('empty-file', decision(25), 'An empty file is accepted.', keeps({ content: '' }, { fileSizeBytes: 0 }))
onTask('fourth-file-stores-nothing', spec(8), 'A task never has more than 3 attachments.', async (api, { id }) => {
  await api.attach(id, ...named('a', 'b'))
  await api.upload(id, ...named('c', 'd'))
  const stored = (await api.task(id)).attachments
  holds(stored.length <= 3, 'at most 3 attachments', stored)
})
onTask('concurrent-uploads', decision(25), 'Uploads at once leave at most 3 attachments.', async (api, { id }) => {
  await Promise.all([1, 2, 3, 4].map((number) => api.upload(id, ...named(`a${number}`, `b${number}`))))
  const { length } = (await api.task(id)).attachments
  holds(length <= 3, 'at most 3 attachments', length)
})
onTask('at-once', decision(25), 'Simultaneous uploads are all stored.', async (api, { id }) => {
  const replies = await Promise.all(['a', 'b'].map((name) => api.upload(id, ...named(name))))
  const statuses = replies.map(({ status }) => status)
  equal([...statuses, ...names((await api.task(id)).attachments)], [201, 201, 'a', 'b'])
})
for (const method of ['DELETE', 'GET']) {
  rules(`
    ${method}-unknown | decision 24 | ${method} of an unknown attachment returns 404.
      ${method} /tasks/{task.id}/attachments/{unknown} → 404 ; /message = "Attachment not found with id: ${UNKNOWN_ID}"
    ${method}-of-other-task | decision 24 | ${method} through another task returns 404.
      ${method} /tasks/{other.id}/attachments/{file.id} → 404
      GET /tasks/{task.id} → /attachments = [{file}]`)
}

const BYTES = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
onTask('download-bytes', decision(26), 'A download returns the stored bytes.', async (api, { id }) => {
  const [attachment] = await api.attach(id, { ...FILE, content: BYTES })
  const { bytes } = await api.send(`GET /tasks/${id}/attachments/${attachment.id}`)
  equal(bytes.toString('hex'), BYTES.toString('hex'))
})
