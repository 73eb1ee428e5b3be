import t from 'tap'
import { expectError } from '../expect-error.js'
import { type Json, multipart, START, startService } from '../helper.js'
import { named, small, startWithTask } from '../upload.js'
import { addAttachment, getTask } from './board.js'
import { NOW } from './expect.js'

t.test('an upload returns 201 with one attachment per file, in the order of the files', async (t) => {
  const { upload, task, send } = await startWithTask(t)
  const reply = await upload([
    { fileName: 'b.txt', type: 'text/plain', content: 'hello' },
    { fileName: 'a.bin', content: Buffer.from([0, 255, 128]) },
    { fileName: 'b.txt', type: 'image/png', content: '' },
  ])
  t.equal(reply.status, 201)
  const ids: number[] = reply.json.map(({ id }: Json) => id)
  t.equal(new Set(ids).size, 3, 'every attachment has its own id')
  const common = { uploadedAt: NOW }
  t.strictSame(reply.json, [
    { ...common, id: ids[0], fileName: 'b.txt', contentType: 'text/plain', fileSizeBytes: 5 },
    { ...common, id: ids[1], fileName: 'a.bin', contentType: 'application/octet-stream', fileSizeBytes: 3 },
    { ...common, id: ids[2], fileName: 'b.txt', contentType: 'image/png', fileSizeBytes: 0 },
  ])
  t.strictSame((await send(`GET /api/v1/tasks/${task.id}`)).json, { ...task, attachments: reply.json })
})

t.test('uploadedAt is the time of the upload', async (t) => {
  const { upload, clock } = await startWithTask(t)
  clock.now = START + 90_000
  const [attachment] = (await upload([small('a')])).json
  t.equal(attachment.uploadedAt, '2026-03-02T08:31:30Z')
})

t.test('an upload without a body is 400, and one with another media type is 415 (decision 7)', async (t) => {
  const { send, path, stored } = await startWithTask(t)
  expectError(t, await send(`POST ${path}`), { status: 400, path })
  const { body } = multipart([small('a')])
  for (const type of ['multipart/mixed; boundary=test-boundary-7MA4YWxk', 'text/plain', 'nonsense']) {
    const reply = await send(`POST ${path}`, { headers: { 'content-type': type }, body })
    expectError(t, reply, { status: 415, path })
  }
  expectError(t, await send(`POST ${path}`, { json: { files: ['a'] } }), { status: 415, path })
  t.strictSame(await stored(), [])
})

t.test('the boundary may be quoted, and the names of header and parameter have any case', async (t) => {
  const { send, path } = await startWithTask(t)
  const { body } = multipart([small('a')])
  for (const type of [
    'multipart/form-data; boundary="test-boundary-7MA4YWxk"',
    'Multipart/Form-Data; Boundary=test-boundary-7MA4YWxk',
    'multipart/form-data; charset=utf-8; boundary=test-boundary-7MA4YWxk',
  ]) {
    const reply = await send(`POST ${path}`, { headers: { 'content-type': type }, body })
    t.equal(reply.status, 201, type)
    t.strictSame(named(reply.json), ['a'])
  }
})

t.test('text before the first part and after the last part is ignored', async (t) => {
  const { send, path } = await startWithTask(t)
  const { headers, body } = multipart([small('a')])
  const padded = Buffer.concat([Buffer.from('Before\r\n'), body, Buffer.from('After\r\n')])
  const reply = await send(`POST ${path}`, { headers, body: padded })
  t.equal(reply.status, 201)
  t.strictSame(named(reply.json), ['a'])
})

const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, value) => value))

const CONTENTS: Record<string, Buffer> = {
  'all 256 byte values': ALL_BYTES,
  'all byte values in reverse': Buffer.from(ALL_BYTES).reverse(),
  'an empty file': Buffer.alloc(0),
  'one zero byte': Buffer.alloc(1),
  'line ends': Buffer.from('\r\n\n\r\r\n--\r\n'),
  'text that resembles a boundary': Buffer.from('\r\n--test-boundary-7MA4YWx\r\n--test-boundary\r\n'),
  'a byte order mark': Buffer.from('\ufefftext'),
  'invalid UTF-8': Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
}

t.test('a download returns exactly the bytes of the upload (decision 26)', async (t) => {
  const service = await startService(t)
  for (const [name, content] of Object.entries(CONTENTS)) {
    const { id } = await service.createTask()
    const { path } = await addAttachment(service, id, { fileName: 'a.bin', type: 'text/plain', content })
    const reply = await service.send(`GET ${path}`)
    t.equal(reply.status, 200, name)
    t.ok(reply.bytes.equals(content), `${name}: the bytes`)
    t.equal(reply.headers['content-length'], String(content.length), `${name}: the length`)
  }
})

t.test('browsers download files that they could run, and do not sniff types (decision 26)', async (t) => {
  const service = await startService(t)
  for (const file of [
    { fileName: 'x.html', type: 'text/html', content: '<script>alert(1)</script>' },
    { fileName: 'x.svg', type: 'image/svg+xml', content: '<svg onload="alert(1)"/>' },
    { fileName: 'x', content: '<html>' },
  ]) {
    const { id } = await service.createTask()
    const { path } = await addAttachment(service, id, file)
    const { headers } = await service.send(`GET ${path}`)
    t.match(headers['content-disposition'], /^attachment(;|$)/, file.fileName)
    t.equal(headers['x-content-type-options'], 'nosniff', file.fileName)
    t.match(headers['content-security-policy'], /default-src 'none'/, file.fileName)
  }
})

t.test('HEAD of an attachment returns the headers of GET without the body', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const { path } = await addAttachment(service, id)
  const get = await service.send(`GET ${path}`)
  const head = await service.send(`HEAD ${path}`)
  t.equal(head.status, 200)
  t.equal(head.bytes.length, 0)
  for (const header of ['content-length', 'content-type', 'content-disposition']) {
    t.equal(head.headers[header], get.headers[header], header)
  }
})

t.test('deleting an attachment returns 204 and removes only that attachment (decision 23)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const { attachment: first, path } = await addAttachment(service, id)
  const { attachment: second } = await addAttachment(service, id)
  const reply = await service.send(`DELETE ${path}`)
  t.equal(reply.status, 204)
  t.equal(reply.bytes.length, 0)
  t.strictSame((await getTask(service, id)).attachments, [second])
  const notFound = { status: 404, path, message: `Attachment not found with id: ${first.id}` }
  expectError(t, await service.send(`DELETE ${path}`), notFound)
  expectError(t, await service.send(`GET ${path}`), notFound)
})

t.test('the list of tasks describes attachments and leaves out their bytes', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const { attachment } = await addAttachment(service, id, { fileName: 'a', content: 'x'.repeat(100_000) })
  const reply = await service.send('GET /api/v1/tasks')
  t.strictSame(reply.json.content[0].attachments, [attachment])
  t.strictSame(Object.keys(attachment).sort(), [...['contentType', 'fileName', 'fileSizeBytes', 'id', 'uploadedAt']])
  t.ok(reply.bytes.length < 2000)
})
