import t from 'tap'
import { type Json, multipart, startService } from '../../kit/helper.js'
import { MEBIBYTE, named, small, startWithTask } from '../../kit/upload.js'
import { addAttachment } from './board.js'
import { NOW } from './expect.js'

t.test('an upload returns 201 with one attachment per file, in order, and no form field (decision 25)', async (t) => {
  const { upload, task, send } = await startWithTask(t)
  const field = { name: 'note', type: 'text/csv', content: 'x' }
  const reply = await upload([
    { fileName: 'b.txt', type: 'text/plain', content: 'hello' },
    { ...field, name: 'files' },
    { fileName: 'a.bin', content: Buffer.from([0, 255, 128]) },
    field,
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

t.test('after the deletion of a file, the others have their own bytes', async (t) => {
  const { upload, send, path } = await startWithTask(t)
  const [first, second, third] = (await upload(['a', 'b', 'c'].map(small))).json
  t.equal((await send(`DELETE ${path}/${second.id}`)).status, 204)
  for (const { id, fileName } of [first, third]) t.equal(String((await send(`GET ${path}/${id}`)).bytes), fileName)
})

t.test('an upload with too many files is 400 even for an unknown task (decision 17)', async (t) => {
  const { send } = await startService(t)
  const statusOf = async (...names: string[]) =>
    (await send('POST /api/v1/tasks/999/attachments', multipart(names.map(small)))).status
  t.strictSame([await statusOf('a', 'b', 'c', 'd'), await statusOf('a', 'b', 'c')], [400, 404])
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
    t.equal(headers['referrer-policy'], 'no-referrer', file.fileName)
  }
})

t.test('form fields without a file are ignored (decision 25)', async (t) => {
  const { upload, send, path } = await startWithTask(t)
  const fields = [
    { name: 'note', content: 'x' },
    { name: 'files', content: 'not a file' },
    { name: '', content: 'x' },
    { name: '__proto__', content: 'x' },
    { name: 'constructor', content: 'x' },
    { name: 'json', type: 'application/json', content: '{"broken":' },
    { name: 'text', type: 'text/plain; charset=UTF-16', content: 'x' },
    { name: 'long', content: 'x'.repeat(2 * MEBIBYTE) },
    { name: 'x'.repeat(5000), content: 'x' },
  ]
  for (const field of fields) {
    for (const parts of [
      [field, small('kept.txt')],
      [small('kept.txt'), field],
    ]) {
      const name = `${field.name.slice(0, 20)} at ${parts.indexOf(field)}`
      const reply = await upload(parts)
      t.equal(reply.status, 201, name)
      t.strictSame(named(reply.json), ['kept.txt'], name)
      const attachment = `${path}/${reply.json[0].id}`
      t.equal((await send(`GET ${attachment}`)).bytes.toString(), 'kept.txt', name)
      await send(`DELETE ${attachment}`)
    }
  }
})
