import { area } from '../check.js'

/** Uploads that are refused, and their limits. */
export const refusedUploads = area('attachments', 'current')
const { rules } = refusedUploads

const MEBIBYTE = 1_048_576
const FILE = '{fileName: "notes.txt"}'
const LARGE = `{fileName: "large.bin", size: ${MEBIBYTE + 1}}`
const FIELD = '{name: "note", content: ""}'

const REFUSED: [name: string, title: string, parts: string[], message: string][] = [
  ['no-parts', 'An upload without parts', [], '\\S'],
  ['no-files', 'An upload without files', [FIELD], '\\S'],
  ['field-named-files', "A form field named 'files' without a file", ['{name: "files"}'], '\\S'],
  ...['file', 'Files', 'files[]', '__proto__'].map((name): (typeof REFUSED)[number] => [
    `part-named-${name}`,
    `A file in a part named '${name}'`,
    [FILE, `{name: "${name}", fileName: "wrong.txt"}`],
    'wrong\\.txt',
  ]),
  ['large-first', 'A file over 1 MiB before another file', [LARGE, FILE], 'large\\.bin'],
  ['large-last', 'A file over 1 MiB after another file', [FILE, LARGE], 'large\\.bin'],
]
for (const [name, title, parts, message] of REFUSED) {
  rules(`
    ${name} | decision 25 | ${title} is refused with 400, and nothing is stored.
      POST /tasks/{task.id}/attachments files [${parts}] → 400 ; /message ~ /${message}/
      GET /tasks/{task.id} → {attachments: []}
    ${name}-unknown-task | decision 17 | ${title} is 400 even for an unknown task.
      POST /tasks/{unknown}/attachments files [${parts}] → 400`)
}
const UPLOAD = 'POST /tasks/{task.id}/attachments'
const MANY = Array(999).fill(FIELD)
const BOUNDARY = 'boundary=task-board-check-boundary'

rules(`
largest-files | decision 25 | A request can have 3 files of 1 MiB.
  ${UPLOAD} files [${['a', 'b', 'c'].map((name) => `{fileName: "${name}", size: ${MEBIBYTE}}`)}] → 201
parts-max | decision 40 | An upload may have 1,000 parts. One more returns 400.
  ${UPLOAD} files [${MANY}, ${FIELD}, {fileName: "a"}] → 400
  ${UPLOAD} files [${MANY}, {fileName: "a"}] → 201
without-body | decision 7 | An upload without a body is refused with 400. | ${UPLOAD} → 400
as-application/json | decision 7 | An upload as 'application/json' is refused with 415.
  ${UPLOAD} files [{fileName: "a"}] with content-type: application/json → 415
as-text/plain | decision 7 | An upload as 'text/plain' is refused with 415.
  ${UPLOAD} files [{fileName: "a"}] with content-type: text/plain → 415
as-multipart/mixed | decision 7 | An upload as 'multipart/mixed' is refused with 415.
  ${UPLOAD} files [{fileName: "a"}] with content-type: multipart/mixed; ${BOUNDARY} → 415
DELETE-invalid-id | decision 11 | DELETE of attachment '01' returns 400. | DELETE /tasks/{task.id}/attachments/01 → 400
GET-invalid-id | decision 11 | GET of attachment '01' returns 400. | GET /tasks/{task.id}/attachments/01 → 400
delete-with-task | decision 24 | The attachments of a deleted task are gone.
  DELETE /tasks/{task.id} → any
  GET /tasks/{task.id}/attachments/{file.id} → 404
`)
