import t from 'tap'
import { expectError } from '../expect-error.js'
import { multipart } from '../helper.js'
import { request } from '../raw-http.js'
import { big, listenWithTask, MEBIBYTE, small, uploadRequest } from '../upload.js'

const upload = multipart([small('a.txt'), small('b.txt')])
const TYPE = upload.headers['content-type']

const post = (path: string, type: string, bytes: Buffer | string) =>
  request(`POST ${path}`, { 'Content-Type': type }, bytes)

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
    'another boundary': ['multipart/form-data; boundary=another', body],
    'not multipart': [TYPE, 'hello'],
    'only a closing boundary': [TYPE, '--test-boundary-7MA4YWxk--\r\n'],
    'a part without headers': [TYPE, '--test-boundary-7MA4YWxk\r\n\r\nx\r\n--test-boundary-7MA4YWxk--\r\n'],
    'bare line feeds': [TYPE, body.toString().replaceAll('\r\n', '\n')],
    'an empty body': [TYPE, ''],
  }
  for (const [name, [type, bytes]] of Object.entries(cases)) {
    expectError(t, await exchange(post(path, type, bytes)), { status: 400, path })
    t.strictSame(await stored(), [], name)
  }
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
