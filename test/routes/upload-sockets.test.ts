import { once } from 'node:events'
import t from 'tap'
import { expectError } from '../expect-error.js'
import { multipart } from '../helper.js'
import { type Connection, type ListeningService, request } from '../raw-http.js'
import {
  big,
  chunkedUpload,
  form,
  listenWithTask,
  MEBIBYTE,
  type Parts,
  small,
  uploadRequest,
} from '../upload.js'

t.test('section 4: an upload with fetch and FormData', async (t) => {
  const { fetch, path, stored } = await listenWithTask(t)
  const body = form({ 'größe 😀.txt': 'hello', 'b.txt': Buffer.from([0, 255]) })
  const { status, json } = await fetch(path, { method: 'POST', body })
  t.equal(status, 201)
  const [first, second] = json
  t.match(first, { fileName: 'größe 😀.txt', contentType: 'text/plain', fileSizeBytes: 5 })
  t.strictSame(await stored(), ['größe 😀.txt', 'b.txt'])
  t.strictSame((await fetch(`${path}/${second.id}`)).bytes, Buffer.from([0, 255]))
})

t.test('section 4: an upload in chunks of any size, without Content-Length', async (t) => {
  const { exchange, path, send } = await listenWithTask(t)
  const parts = [small('a.txt'), { fileName: 'b.bin', content: Buffer.from('\r\n--test-boundary\r\n') }]
  for (const size of [1, 7, 64, 100_000]) {
    const reply = await exchange(...chunkedUpload(path, parts, size))
    t.equal(reply.status, 201, `${size} bytes`)
    for (const [index, { id }] of reply.json.entries()) {
      t.equal((await send(`GET ${path}/${id}`)).bytes.toString(), String(parts[index]?.content))
      await send(`DELETE ${path}/${id}`)
    }
  }
})

t.test('RFC 9110: a client that waits for 100 Continue can upload', async (t) => {
  const { connect, path, stored } = await listenWithTask(t)
  const { headers, body } = multipart([small('a.txt')])
  const connection = await connect()
  connection.write(
    request(`POST ${path}`, {
      'Content-Type': headers['content-type'],
      'Content-Length': String(body.length),
      Expect: '100-continue',
    }),
  )
  connection.write(body)
  t.equal((await connection.answer())?.status, 201)
  t.strictSame(await stored(), ['a.txt'])
})

t.test('decision 25: form fields are ignored whatever their name and content', async (t) => {
  const { exchange, path, send } = await listenWithTask(t)
  const fields = [
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].map((name) => ({ name, content: 'x' })),
    { name: 'json', type: 'application/json', content: '{"broken":' },
    { name: 'json', type: 'application/json', content: '{"__proto__":{"x":1}}' },
    { name: 'files', type: 'application/json', content: '[' },
  ]
  for (const field of fields) {
    for (const parts of [
      [field, small('kept.txt')],
      [small('kept.txt'), field],
    ]) {
      const reply = await exchange(uploadRequest(path, parts))
      t.equal(reply.status, 201, JSON.stringify(field))
      t.match(reply.json, [{ fileName: 'kept.txt', fileSizeBytes: 8 }])
      await send(`DELETE ${path}/${reply.json[0]?.id}`)
    }
  }
})

t.test('decision 25: requests of up to 16 MiB get the 400 that their files earned', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const rest = (parts: Parts) => 16 * MEBIBYTE - multipart(parts).body.length
  const filled = (parts: Parts) => [
    ...parts,
    { fileName: 'fill', content: Buffer.alloc(rest([...parts, { fileName: 'fill', content: '' }])) },
  ]
  const many = ['a', 'b', 'c', 'd'].map((fileName) => ({ fileName, content: Buffer.alloc(MEBIBYTE) }))
  const cases = [
    { parts: filled([small('a')]), message: /fill.*\b1 MB\b/ },
    { parts: filled([big('large.bin')]), message: /large\.bin.*\b1 MB\b/ },
    { parts: filled([{ ...big('wrong.bin'), name: 'other' }]), message: /wrong\.bin|fill/ },
    { parts: [...many, ...many, ...many], message: /d.*\b3\b/ },
  ]
  for (const { parts, message } of cases) {
    expectError(t, await exchange(uploadRequest(path, parts)), { status: 400, path, message })
    expectError(t, await exchange(...chunkedUpload(path, parts, 65_536)), { status: 400, path, message })
  }
  t.strictSame(await stored(), [])
})

t.test('decision 25: a request of more than 16 MiB is 413, with and without Content-Length', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const parts = [small('a'), { fileName: 'b', content: Buffer.alloc(16 * MEBIBYTE) }]
  const expected = { status: 413, path, message: /\b16777216\b/ }
  expectError(t, await exchange(uploadRequest(path, parts)), expected)
  expectError(t, await exchange(...chunkedUpload(path, parts, 65_536)), expected)
  t.strictSame(await stored(), [])
})

t.test('decision 25: uploads at once never leave more than 3', async (t) => {
  const { fetch, path, stored } = await listenWithTask(t)
  const upload = async (names: string[]) => {
    const body = form(Object.fromEntries(names.map((name) => [name, name])))
    return (await fetch(path, { method: 'POST', body })).status
  }
  const statuses = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((n) => upload([`${n}1`, `${n}2`])))
  t.strictSame(statuses.sort(), [201, 400, 400, 400, 400, 400])
  t.equal((await stored()).length, 2)
  const more = await Promise.all(['g', 'h', 'i', 'j'].map((name) => upload([name])))
  t.strictSame(more.sort(), [201, 400, 400, 400])
  t.equal((await stored()).length, 3)
})

/** Waits until the service has seen the end of its only connection. */
async function hangUp(service: ListeningService, write: (connection: Connection) => void) {
  const accepted = once(service.app.server, 'connection')
  const received = once(service.app.server, 'request')
  const connection = await service.connect()
  const [socket] = await accepted
  write(connection)
  await received
  const closed = once(socket, 'close')
  connection.destroy()
  await closed
}

t.test('decision 25: a client that hangs up in the middle of an upload leaves nothing', async (t) => {
  const service = await listenWithTask(t)
  const whole = uploadRequest(service.path, [
    small('a.txt'),
    { fileName: 'b', content: Buffer.alloc(200_000) },
  ])
  const chunks = chunkedUpload(service.path, [small('a.txt'), small('b.txt')], 64)
  const [head = ''] = chunks
  for (const end of [whole.indexOf('\r\n\r\n') + 4, 600, 100_000, whole.length - 1]) {
    await hangUp(service, (connection) => connection.write(whole.subarray(0, end)))
    t.strictSame(await service.stored(), [], `${end} bytes`)
  }
  await hangUp(service, (connection) => {
    connection.write(head)
    for (const chunk of chunks.slice(1, -1)) connection.write(chunk)
  })
  t.strictSame(await service.stored(), [], 'all chunks but the last')
  const parts = ['1', '2', '3'].map(small)
  t.equal((await service.exchange(uploadRequest(service.path, parts))).status, 201, 'there is room for 3')
})
