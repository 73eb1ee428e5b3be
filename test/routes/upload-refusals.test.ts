import t from 'tap'
import { expectError } from '../expect-error.js'
import { multipart } from '../helper.js'
import { request } from '../raw-http.js'
import { big, listenWithTask, MEBIBYTE, small, uploadRequest } from '../upload.js'

t.test('decision 25: a file in a part with the name of a built-in property is refused', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  for (const name of ['constructor', '__proto__', 'toString']) {
    const parts = [small('right.txt'), { name, fileName: 'wrong.txt', content: 'x' }]
    expectError(t, await exchange(uploadRequest(path, parts)), {
      status: 400,
      path,
      message: /wrong\.txt.*files/,
    })
  }
  t.strictSame(await stored(), [])
})

t.test('a multipart body that is not whole is 400 and stores nothing', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const { headers, body } = multipart([small('a.txt'), small('b.txt')])
  const type = headers['content-type']
  const post = (contentType: string, bytes: Buffer | string) =>
    exchange(request(`POST ${path}`, { 'Content-Type': contentType }, bytes))
  const cases = {
    'cut in the content': post(type, body.subarray(0, -40)),
    'cut in the headers of the second part': post(type, body.subarray(0, body.lastIndexOf('name="files"'))),
    'without the closing boundary': post(type, body.subarray(0, body.lastIndexOf('--test-boundary'))),
    'the last boundary does not close': post(
      type,
      Buffer.concat([body.subarray(0, -4), Buffer.from('\r\n')]),
    ),
    'no boundary named': post('multipart/form-data', body),
    'an empty boundary': post('multipart/form-data; boundary=', body),
    'another boundary': post('multipart/form-data; boundary=another', body),
    'no multipart at all': post(type, 'hello'),
    'only a closing boundary': post(type, '--test-boundary-7MA4YWxk--\r\n'),
    'a part without headers': post(
      type,
      '--test-boundary-7MA4YWxk\r\n\r\nx\r\n--test-boundary-7MA4YWxk--\r\n',
    ),
    'line feeds alone': post(type, body.toString().replaceAll('\r\n', '\n')),
    'no byte at all': post(type, ''),
  }
  for (const [what, reply] of Object.entries(cases)) {
    await t.test(what, async (t) => {
      expectError(t, await reply, { status: 400, path })
      t.strictSame(await stored(), [])
    })
  }
})

t.test('thousands of parts and huge part headers are 400 and store nothing', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const fields = Array.from({ length: 20_000 }, () => ({ name: 'a', content: '' }))
  const files = Array.from({ length: 20_000 }, () => small('f'))
  for (const parts of [[small('a.txt'), ...fields], [...fields, small('a.txt')], files]) {
    expectError(t, await exchange(uploadRequest(path, parts)), { status: 400, path })
  }
  const wide = [{ name: 'a', type: `text/plain\r\n${'X-Header: x\r\n'.repeat(50_000)}X: x`, content: '' }]
  expectError(t, await exchange(uploadRequest(path, wide)), { status: 400, path })
  t.strictSame(await stored(), [])
})

t.test('after a refused upload the connection goes on or is closed cleanly', async (t) => {
  const { connect, path, stored } = await listenWithTask(t)
  const { headers, body } = multipart([small('a')])
  const type = headers['content-type']
  const post = (target: string, contentType: string, bytes: Buffer | string) =>
    request(`POST ${target}`, { 'Content-Type': contentType }, bytes)
  const refused = [
    { what: 'no file', status: 400, data: uploadRequest(path, []) },
    { what: 'too large', status: 400, data: uploadRequest(path, [big('a')]) },
    { what: 'too many', status: 400, data: uploadRequest(path, ['a', 'b', 'c', 'd'].map(small)) },
    { what: 'wrong part', status: 400, data: uploadRequest(path, [{ ...small('a'), name: 'b' }]) },
    { what: 'truncated', status: 400, data: post(path, type, body.subarray(0, -20)) },
    { what: 'no boundary', status: 400, data: post(path, 'multipart/form-data', body) },
    { what: 'malformed JSON', status: 400, data: post('/api/v1/tasks', 'application/json', '{') },
    { what: 'bad id', status: 400, data: uploadRequest('/api/v1/tasks/x/attachments', [big('a')]) },
    { what: 'no token', status: 403, data: uploadRequest('/api/v2/tasks/1/attachments', [big('a')]) },
    { what: 'unknown task', status: 404, data: uploadRequest('/api/v1/tasks/9/attachments', [small('a')]) },
    { what: 'unknown path', status: 404, data: uploadRequest('/api/v1/nothing', [big('a')]) },
    { what: 'wrong method', status: 405, data: uploadRequest('/api/v1/tasks/1', [big('a')]) },
    {
      what: 'too much',
      status: 413,
      data: uploadRequest(path, [{ ...small('a'), content: Buffer.alloc(17 * MEBIBYTE) }]),
    },
    {
      what: 'too much JSON',
      status: 413,
      data: post('/api/v1/tasks', 'application/json', Buffer.alloc(2 * MEBIBYTE)),
    },
    { what: 'media type', status: 415, data: post(path, 'text/plain', Buffer.alloc(MEBIBYTE)) },
  ]
  for (const { what, status, data } of refused) {
    await t.test(what, async (t) => {
      const connection = await connect()
      connection.write(data)
      const reply = await connection.answer()
      t.equal(reply?.status, status)
      if (reply?.headers.connection === 'close') {
        await connection.closed
        return
      }
      connection.write(request('GET /health'))
      t.equal((await connection.answer())?.status, 200, 'the same connection serves the next request')
    })
  }
  t.strictSame(await stored(), [])
})
