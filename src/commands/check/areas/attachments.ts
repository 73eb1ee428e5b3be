import { type Api, UNKNOWN_ID } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal, fields, hasFields, holds, isInteger, isTimestamp, matches, status } from '../expect.js'
import type { UploadPart } from '../multipart.js'

/** The attachments of a task. */
export const attachments = area('attachments', CURRENT)
const { check, onTask, afterCreation } = attachments

const MEBIBYTE = 1_048_576
const FILE = { fileName: 'notes.txt', type: 'text/plain', content: 'text' }
const LARGE = { fileName: 'large.bin', content: Buffer.alloc(MEBIBYTE + 1) }
const named = (...names: string[]): UploadPart[] => names.map((fileName) => ({ ...FILE, fileName }))
/** Returns what a check does that uploads a file and compares fields of the attachment. */
function keeps(part: UploadPart, expected: Record<string, unknown> = { ...part }) {
  return async (api: Api, { id }: Json): Promise<void> =>
    fields((await api.attach(id, { ...FILE, ...part }))[0], expected)
}
const names = (attachments: Json) => attachments.map(({ fileName }: Json) => fileName).sort()

onTask('returns-201', spec(4), 'An upload returns 201.', async (api, { id }) => {
  status(await api.upload(id, FILE), 201)
})
onTask('returns-array', spec(4), 'An upload returns an array with one attachment per file.', async (api, { id }) => {
  equal((await api.attach(id, FILE)).length, 1)
})
onTask('fields', spec(2), 'An attachment has the fields of the specification.', async (api, { id }) => {
  const [attachment] = await api.attach(id, FILE)
  hasFields(attachment, ['contentType', 'fileName', 'fileSizeBytes', 'id', 'uploadedAt'])
})
onTask('id-is-integer', spec(2), 'The id of an attachment is an integer.', async (api, { id }) => {
  isInteger((await api.attach(id, FILE))[0].id)
})
onTask('uploaded-at-format', spec(2), '`uploadedAt` has the format of timestamps.', async (api, { id }) => {
  isTimestamp((await api.attach(id, FILE))[0].uploadedAt)
})
for (const fileName of ['notes.txt', 'archive.tar.gz', '.env', 'none', 'with space.txt']) {
  const name = `file-name-${fileName.replaceAll(' ', '-')}`
  onTask(name, spec(2), `The file name \`${fileName}\` is kept.`, keeps({ fileName }))
}
onTask('file-name-utf-8', decision(25), 'File names are UTF-8.', keeps({ fileName: 'Übersicht ☂.pdf' }))
for (const type of ['text/plain', 'image/png', 'application/pdf']) {
  onTask(`content-type-${type.replace('/', '-')}`, spec(2), `The media type ${type} is kept.`, async (api, { id }) => {
    fields((await api.attach(id, { ...FILE, type }))[0], { contentType: type })
  })
}
onTask('content-type-parameters', decision(46), 'The parameters of a media type are kept.', async (api, { id }) => {
  const type = 'text/plain; charset=utf-8'
  fields((await api.attach(id, { ...FILE, type }))[0], { contentType: type })
})
onTask('content-type-default', decision(25), 'The default type is `application/octet-stream`.', async (api, { id }) => {
  fields((await api.attach(id, { fileName: 'a.bin' }))[0], { contentType: 'application/octet-stream' })
})
for (const size of [1, 1000, MEBIBYTE - 1]) {
  const title = `\`fileSizeBytes\` of a file of ${size} bytes is ${size}.`
  onTask(`file-size-${size}`, spec(2), title, keeps({ content: Buffer.alloc(size) }, { fileSizeBytes: size }))
}
onTask('appears-on-task', spec(2), 'An attachment appears on its task.', async (api, { id }) => {
  const attachments = await api.attach(id, FILE)
  fields(await api.task(id), { attachments })
})
onTask('several-files', spec(4), 'Several files can be sent in one request.', async (api, { id }) => {
  equal(names(await api.attach(id, ...named('a', 'b'))), ['a', 'b'])
})
onTask('three-files', spec(8), 'A task may have 3 attachments.', async (api, { id }) => {
  await api.attach(id, ...named('a', 'b', 'c'))
  equal(names((await api.task(id)).attachments), ['a', 'b', 'c'])
})
onTask('fourth-file', decision(25), 'A fourth file is refused with 400.', async (api, { id }) => {
  await api.attach(id, ...named('a', 'b', 'c'))
  status(await api.upload(id, ...named('d')), 400)
})
onTask('fourth-file-stores-nothing', spec(8), 'A task never has more than 3 attachments.', async (api, { id }) => {
  await api.attach(id, ...named('a', 'b'))
  await api.upload(id, ...named('c', 'd'))
  const stored = (await api.task(id)).attachments
  holds(stored.length <= 3, 'at most 3 attachments', stored)
})
onTask('all-or-nothing', decision(25), 'An upload with one file too many stores nothing.', async (api, { id }) => {
  await api.attach(id, ...named('a', 'b'))
  await api.upload(id, ...named('c', 'd'))
  equal(names((await api.task(id)).attachments), ['a', 'b'])
})
onTask('fourth-file-message', decision(25), 'The message names the surplus file and limit.', async (api, { id }) => {
  const { json } = await api.upload(id, ...named('a', 'b', 'c', 'surplus.txt', 'e'))
  matches(json?.message, /surplus\.txt.*\b3\b|\b3\b.*surplus\.txt/)
})
onTask('file-too-large', spec(4), 'A file over 1 MB is refused with 400.', async (api, { id }) => {
  status(await api.upload(id, LARGE), 400)
})
onTask('file-too-large-message', spec(4), 'The message names the file and the limit of 1 MB.', async (api, { id }) => {
  const { json } = await api.upload(id, LARGE)
  matches(json?.message, /large\.bin.*1 ?MB|1 ?MB.*large\.bin/i)
})
onTask('file-too-large-path', spec(4), 'The error for a file over 1 MB has `path`.', async (api, { id }) => {
  fields((await api.upload(id, LARGE)).json, { path: `${api.path}/tasks/${id}/attachments` })
})
onTask('largest-file', decision(25), 'A file of 1,048,576 bytes is accepted.', async (api, { id }) => {
  status(await api.upload(id, { ...LARGE, content: Buffer.alloc(MEBIBYTE) }), 201)
})
onTask('empty-file', decision(25), 'An empty file is accepted.', keeps({ content: '' }, { fileSizeBytes: 0 }))
onTask('form-fields', decision(25), 'Form fields are ignored.', async (api, { id }) => {
  equal(names(await api.attach(id, { name: 'comment' }, FILE, { name: 'files' })), [FILE.fileName])
})
check('unknown-task', spec(7), 'An upload to an unknown task returns 404.', async (api) =>
  status(await api.upload(UNKNOWN_ID, FILE), 404),
)
onTask('concurrent-uploads', decision(25), 'Uploads at once leave at most 3 attachments.', async (api, { id }) => {
  await Promise.all([1, 2, 3, 4].map((number) => api.upload(id, ...named(`a${number}`, `b${number}`))))
  const { length } = (await api.task(id)).attachments
  holds(length <= 3, 'at most 3 attachments', length)
})
onTask('at-once', decision(25), 'Simultaneous uploads are all stored.', async (api, { id }) => {
  const replies = await Promise.all(['a', 'b'].map((name) => api.upload(id, ...named(name))))
  equal(
    replies.map(({ status }) => status),
    [201, 201],
  )
  equal(names((await api.task(id)).attachments).sort(), ['a', 'b'])
})
onTask('delete-returns-204', decision(23), 'Deleting an attachment returns 204.', async (api, { id }) => {
  const [attachment] = await api.attach(id, FILE)
  equal(await api.status(`DELETE /tasks/${id}/attachments/${attachment.id}`), 204)
})
onTask('delete-removes', decision(23), 'A deleted attachment is gone, and the others stay.', async (api, { id }) => {
  const [first] = await api.attach(id, ...named('a', 'b'))
  await api.send(`DELETE /tasks/${id}/attachments/${first.id}`)
  equal(names((await api.task(id)).attachments), ['b'])
})
onTask('delete-makes-room', spec(8), 'After a deletion, another file can be uploaded.', async (api, { id }) => {
  const [first] = await api.attach(id, ...named('a', 'b', 'c'))
  await api.send(`DELETE /tasks/${id}/attachments/${first.id}`)
  status(await api.upload(id, FILE), 201)
})
for (const method of ['DELETE', 'GET']) {
  onTask(`${method}-unknown`, decision(24), `${method} of an unknown attachment returns 404.`, async (api, { id }) => {
    const { status, json } = await api.send(`${method} /tasks/${id}/attachments/${UNKNOWN_ID}`)
    const message = `Attachment not found with id: ${UNKNOWN_ID}`
    equal({ status, message: json?.message }, { status: 404, message })
  })
  check(`${method}-of-other-task`, decision(24), `${method} through another task returns 404.`, async (api) => {
    const [first, second] = await api.createAll({}, {})
    const [attachment] = await api.attach(first as number, FILE)
    equal(await api.status(`${method} /tasks/${second}/attachments/${attachment.id}`), 404)
    equal(names((await api.task(first as number)).attachments), [FILE.fileName])
  })
}

const BYTES = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
onTask('download-bytes', decision(26), 'A download returns the stored bytes.', async (api, { id }) => {
  const [attachment] = await api.attach(id, { ...FILE, content: BYTES })
  const { bytes } = await api.send(`GET /tasks/${id}/attachments/${attachment.id}`)
  equal(bytes.toString('hex'), BYTES.toString('hex'))
})
onTask('download-media-type', decision(26), 'A download has the stored media type.', async (api, { id }) => {
  const [attachment] = await api.attach(id, { ...FILE, type: 'image/png' })
  const { headers } = await api.send(`GET /tasks/${id}/attachments/${attachment.id}`)
  equal(headers.get('content-type'), 'image/png')
})
onTask('download-disposition', decision(26), '`Content-Disposition` has the file name.', async (api, { id }) => {
  const [attachment] = await api.attach(id, FILE)
  const { headers } = await api.send(`GET /tasks/${id}/attachments/${attachment.id}`)
  matches(headers.get('content-disposition'), /^attachment; *filename="?notes\.txt"?(;|$)/)
})
onTask('download-unicode-name', decision(26), 'Names beyond ASCII are encoded (RFC 6266).', async (api, { id }) => {
  const [attachment] = await api.attach(id, { ...FILE, fileName: 'ü.txt' })
  const { headers } = await api.send(`GET /tasks/${id}/attachments/${attachment.id}`)
  matches(headers.get('content-disposition'), /^attachment;.*filename\*=UTF-8''%C3%BC\.txt/i)
})
onTask('download-nosniff', decision(26), 'A download has `X-Content-Type-Options: nosniff`.', async (api, { id }) => {
  const [attachment] = await api.attach(id, FILE)
  const { headers } = await api.send(`GET /tasks/${id}/attachments/${attachment.id}`)
  equal(headers.get('x-content-type-options'), 'nosniff')
})
afterCreation(
  'keep-task-updated-at',
  decision(22),
  'Attachments do not change `updatedAt` of their task.',
  async (api, { id, updatedAt }) => {
    const [attachment] = await api.attach(id, FILE)
    await api.send(`DELETE /tasks/${id}/attachments/${attachment.id}`)
    fields(await api.task(id), { updatedAt })
  },
)
