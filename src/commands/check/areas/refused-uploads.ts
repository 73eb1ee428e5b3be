import { UNKNOWN_ID } from '../api.js'
import { area, CURRENT, decision } from '../check.js'
import { equal, fields, matches, status } from '../expect.js'
import { multipart, type UploadPart } from '../multipart.js'

/** Uploads that are refused, and their limits. */
export const refusedUploads = area('attachments', CURRENT)
const { check, onTask } = refusedUploads

const MEBIBYTE = 1_048_576
const FILE: UploadPart = { fileName: 'notes.txt' }
const LARGE: UploadPart = { fileName: 'large.bin', content: Buffer.alloc(MEBIBYTE + 1) }
const FIELD: UploadPart = { name: 'note', content: '' }

const REFUSED: [name: string, title: string, parts: UploadPart[], message: RegExp][] = [
  ['no-parts', 'An upload without parts', [], /\S/],
  ['no-files', 'An upload without files', [FIELD], /\S/],
  ['field-named-files', 'A form field named `files` without a file', [{ name: 'files' }], /\S/],
  ...['file', 'Files', 'files[]', '__proto__'].map((name): (typeof REFUSED)[number] => [
    `part-named-${name}`,
    `A file in a part named \`${name}\``,
    [FILE, { name, fileName: 'wrong.txt' }],
    /wrong\.txt/,
  ]),
  ['large-first', 'A file over 1 MiB before another file', [LARGE, FILE], /large\.bin/],
  ['large-last', 'A file over 1 MiB after another file', [FILE, LARGE], /large\.bin/],
]
for (const [name, title, parts, message] of REFUSED) {
  onTask(name, decision(25), `${title} is refused with 400, and nothing is stored.`, async (api, { id }) => {
    const reply = await api.upload(id, ...parts)
    status(reply, 400)
    matches(reply.json?.message, message)
    fields(await api.task(id), { attachments: [] })
  })
  check(`${name}-unknown-task`, decision(17), `${title} is 400 even for an unknown task.`, async (api) =>
    status(await api.upload(UNKNOWN_ID, ...parts), 400),
  )
}
onTask('largest-files', decision(25), 'A request can have 3 files of 1 MiB.', async (api, { id }) => {
  const files = ['a', 'b', 'c'].map((fileName) => ({ fileName, content: Buffer.alloc(MEBIBYTE) }))
  status(await api.upload(id, ...files), 201)
})
onTask('parts-max', decision(40), 'An upload may have 1,000 parts. One more returns 400.', async (api, { id }) => {
  status(await api.upload(id, ...Array(1000).fill(FIELD), FILE), 400)
  status(await api.upload(id, ...Array(999).fill(FIELD), FILE), 201)
})
onTask('without-body', decision(7), 'An upload without a body is refused with 400.', async (api, { id }) => {
  equal(await api.status(`POST /tasks/${id}/attachments`), 400)
})
for (const type of ['application/json', 'text/plain', 'multipart/mixed; boundary=task-board-check-boundary']) {
  const [name = ''] = type.split(';')
  onTask(`as-${name}`, decision(7), `An upload as \`${name}\` is refused with 415.`, async (api, { id }) => {
    const { body } = multipart([FILE])
    equal(await api.status(`POST /tasks/${id}/attachments`, { body, headers: { 'content-type': type } }), 415)
  })
}
for (const method of ['DELETE', 'GET']) {
  onTask(`${method}-invalid-id`, decision(11), `${method} of attachment \`01\` returns 400.`, async (api, { id }) => {
    equal(await api.status(`${method} /tasks/${id}/attachments/01`), 400)
  })
}
onTask('delete-with-task', decision(24), 'The attachments of a deleted task are gone.', async (api, { id }) => {
  const [attachment] = await api.attach(id, FILE)
  await api.send(`DELETE /tasks/${id}`)
  equal(await api.status(`GET /tasks/${id}/attachments/${attachment.id}`), 404)
})
