import { gzipSync } from 'node:zlib'
import t from 'tap'
import { expectError } from '../../kit/expect-error.js'
import { multipart } from '../../kit/helper.js'
import { request } from '../../kit/raw-http.js'
import { big, listenWithTask, MEBIBYTE, small, uploadRequest } from '../../kit/upload.js'

const upload = multipart([small('a.txt'), small('b.txt')])
const TYPE = upload.headers['content-type']

const post = (path: string, type: string, bytes: Buffer | string) =>
  request(`POST ${path}`, { 'Content-Type': type }, bytes)

/** Headers of a file that cannot be read. The upload must not store its other files. */
const DAMAGED = [
  'form-data; name="files"; filename="unterminated',
  'form-data; name="files"; filename="C:\\"',
  'form-data; name="files"; filename="a\r\nb"',
  'form-data; name="files"; filename*0="a"; filename*1="b.txt"',
  'form-data, name="files"; filename="a.txt"',
]

/** The upload, with another `Content-Disposition` of its first file. */
function withDisposition(disposition: string): string {
  return upload.body.toString().replace(/form-data; name="files"; filename="a.txt"/, () => disposition)
}

t.test('a malformed multipart body is 400 and nothing is stored (decision 25)', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const { body } = upload
  const cases: Record<string, [type: string, body: Buffer | string]> = {
    'truncated in the content': [TYPE, body.subarray(0, -40)],
    'truncated in the headers of a part': [TYPE, body.subarray(0, body.lastIndexOf('name="files"'))],
    'no closing boundary': [TYPE, body.subarray(0, body.lastIndexOf('--test-boundary'))],
    'a last boundary that does not close': [TYPE, Buffer.concat([body.subarray(0, -4), Buffer.from('\r\n')])],
    'no boundary parameter': ['multipart/form-data', body],
    'an empty boundary': ['multipart/form-data; boundary=', body],
    'a boundary of 300 characters': [`multipart/form-data; boundary=${'x'.repeat(300)}`, body],
    'another boundary': ['multipart/form-data; boundary=another', body],
    'not multipart': [TYPE, 'hello'],
    'only a closing boundary': [TYPE, '--test-boundary-7MA4YWxk--\r\n'],
    'a part without headers': [TYPE, '--test-boundary-7MA4YWxk\r\n\r\nx\r\n--test-boundary-7MA4YWxk--\r\n'],
    ...Object.fromEntries(DAMAGED.map((disposition) => [disposition, [TYPE, withDisposition(disposition)]])),
    'bare line feeds': [TYPE, body.toString().replaceAll('\r\n', '\n')],
    'an empty body': [TYPE, ''],
  }
  for (const [name, [type, bytes]] of Object.entries(cases)) {
    expectError(t, await exchange(post(path, type, bytes)), { status: 400, path })
    t.strictSame(await stored(), [], name)
  }
})

t.test('an upload with a Content-Encoding other than identity is 415 and not stored (decision 52)', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const send = (encoding: string, body: Buffer) =>
    exchange(request(`POST ${path}`, { 'Content-Type': TYPE, 'Content-Encoding': encoding }, body))
  const message = 'Encoded request bodies are not supported, send the body without Content-Encoding'
  for (const body of [gzipSync(upload.body), upload.body]) {
    expectError(t, await send('gzip', body), { status: 415, path, message })
    t.strictSame(await stored(), [])
  }
  t.equal((await send('Identity', upload.body)).status, 201)
})

t.test('a part with huge headers is 400 and nothing is stored', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const part = { name: 'a', type: `text/plain\r\n${'X-Header: x\r\n'.repeat(50_000)}X: x`, content: '' }
  expectError(t, await exchange(uploadRequest(path, [part])), { status: 400, path })
  t.strictSame(await stored(), [])
})

t.test('after a refused upload the connection serves the next request or is closed', async (t) => {
  const { connect, path, stored } = await listenWithTask(t)
  const cases: [status: number, data: Buffer][] = [
    [400, uploadRequest(path, [])],
    [400, uploadRequest(path, [big('a')])],
    [400, uploadRequest(path, [{ ...small('a'), name: 'b' }])],
    [400, post(path, TYPE, upload.body.subarray(0, -20))],
    [400, post(path, 'multipart/form-data', upload.body)],
    [400, uploadRequest('/api/v1/tasks/x/attachments', [big('a')])],
    [403, uploadRequest('/api/v2/tasks/1/attachments', [big('a')])],
    [404, uploadRequest('/api/v1/tasks/9/attachments', [small('a')])],
    [404, uploadRequest('/api/v1/nothing', [big('a')])],
    [405, uploadRequest('/api/v1/tasks/1', [big('a')])],
    [413, uploadRequest(path, [{ ...small('a'), content: Buffer.alloc(17 * MEBIBYTE) }])],
    [415, post(path, 'text/plain', Buffer.alloc(MEBIBYTE))],
  ]
  for (const [status, data] of cases) {
    const name = `${status} for ${data.subarray(0, data.indexOf('\r\n'))}`
    const connection = await connect()
    connection.write(data)
    const reply = await connection.response()
    t.equal(reply?.status, status, name)
    if (reply?.headers.connection === 'close') {
      await connection.closed
      continue
    }
    connection.write(request('GET /health'))
    t.equal((await connection.response())?.status, 200, `${name}: the next request succeeds`)
  }
  t.strictSame(await stored(), [])
})

t.test('a refused upload is read to its end, so that the connection serves the next request', async (t) => {
  const { connect, path } = await listenWithTask(t)
  const connection = await connect()
  connection.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const part = '--test-boundary-7MA4YWxk\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  connection.write(chunk(part.repeat(1_100)))
  for (let sent = 0; sent < 40; sent++) connection.write(chunk('x'.repeat(MEBIBYTE)))
  connection.write('0\r\n\r\n')
  t.match(await connection.response(), { status: 400 })
  connection.write(request('GET /health'))
  t.match(await connection.response(), { status: 200 })
})
