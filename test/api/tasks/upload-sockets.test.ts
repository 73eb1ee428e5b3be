import { once } from 'node:events'
import t from 'tap'
import { expectError } from '../../kit/expect-error.js'
import { multipart, NO_FAULTS } from '../../kit/helper.js'
import { type Connection, type ListeningService, request, startListening } from '../../kit/raw-http.js'
import { big, chunkedUpload, listenWithTask, MEBIBYTE, type Parts, small, uploadRequest } from '../../kit/upload.js'
import { createSleep } from '../faults/sleep.js'

/** The size of the pieces in which a body arrives: the payload of a TCP segment. */
const SEGMENT = 1448

t.test('an upload without Content-Length is stored, with chunks of any size', async (t) => {
  const { exchange, path, send } = await listenWithTask(t)
  const parts = [small('a.txt'), { fileName: 'b.bin', content: Buffer.from('\r\n--test-boundary\r\n') }]
  for (const size of [1, 64]) {
    const reply = await exchange(...chunkedUpload(path, parts, size))
    t.equal(reply.status, 201, `chunks of ${size} bytes`)
    for (const [index, { id }] of reply.json.entries()) {
      t.equal((await send(`GET ${path}/${id}`)).bytes.toString(), String(parts[index]?.content))
      await send(`DELETE ${path}/${id}`)
    }
  }
})

t.test('clients that stop in the middle of large uploads do not delay small ones (decision 61)', async (t) => {
  const { connect, exchange, path, stored } = await listenWithTask(t)
  const files = ['a', 'b', 'c'].map((fileName) => ({ fileName, content: Buffer.alloc(MEBIBYTE) }))
  const upload = uploadRequest(path, files)
  for (let count = 0; count < 24; count++) (await connect()).write(upload.subarray(0, -1))
  for (let turn = 0; turn < 5000; turn++) await new Promise(setImmediate)
  t.equal((await exchange(uploadRequest(path, [small('small.txt')]))).status, 201)
  t.strictSame(await stored(), ['small.txt'])
})

t.test('an upload that arrives in pieces before a slow response is stored completely', async (t) => {
  const { sleep, sleeping, wakeUp } = createSleep()
  const service = await startListening(t, { rates: { ...NO_FAULTS, 'slow-response': 1 }, sleep })
  const { id } = await service.createTask()
  const { headers, body } = multipart([
    { name: 'note', content: 'x'.repeat(20_000) },
    { fileName: 'first.txt', type: 'text/plain', content: 'first' },
    { name: 'more', content: 'y'.repeat(70_000) },
    { fileName: 'second.txt', type: 'text/css', content: 'second' },
  ])
  const data = request(`POST /api/buggy/tasks/${id}/attachments`, headers, body)
  const connection = await service.connect()
  for (let start = 0; start < data.length; start += SEGMENT) {
    connection.write(data.subarray(start, start + SEGMENT))
    await new Promise(setImmediate)
  }
  await sleeping
  wakeUp()
  const reply = await connection.response()
  t.equal(reply?.status, 201)
  t.match(reply?.json, [
    { fileName: 'first.txt', contentType: 'text/plain' },
    { fileName: 'second.txt', contentType: 'text/css' },
  ])
})

t.test('an upload of 16 MiB is read, and its 400 names the wrong file (decision 25)', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const fill = (content: Buffer) => [big('large.bin'), { fileName: 'fill', content }]
  const rest = 16 * MEBIBYTE - multipart(fill(Buffer.alloc(0))).body.length
  const parts = fill(Buffer.alloc(rest))
  const expected = { status: 400, path, message: /large\.bin.*\b1 MB\b/ }
  expectError(t, await exchange(uploadRequest(path, parts)), expected)
  expectError(t, await exchange(...chunkedUpload(path, parts, 65_536)), expected)
  t.strictSame(await stored(), [])
})

t.test('an upload of more than 16 MiB is 413, with and without Content-Length (decision 25)', async (t) => {
  const { exchange, path, stored } = await listenWithTask(t)
  const parts: Parts = [small('a'), { fileName: 'b', content: Buffer.alloc(16 * MEBIBYTE) }]
  const expected = { status: 413, path, message: /\b16777216\b/ }
  expectError(t, await exchange(uploadRequest(path, parts)), expected)
  expectError(t, await exchange(...chunkedUpload(path, parts, 65_536)), expected)
  t.strictSame(await stored(), [])
})

t.test('a refused body is read before the connection closes, if the client asks to close it', async (t) => {
  const { connect, path } = await listenWithTask(t)
  const body = Buffer.alloc(20 * MEBIBYTE)
  for (const [status, target] of [
    [413, path],
    [404, '/api/v1/nothing'],
    [403, '/api/v2/tasks/1/attachments'],
    [415, '/api/v1/tasks'],
  ] as const) {
    const connection = await connect()
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Connection: 'close' }
    connection.write(request(`POST ${target}`, headers, body))
    t.equal((await connection.response())?.status, status)
    await connection.closed
  }
})

/** Sends a part of a request and disconnects; resolves when the service has seen the end of the connection. */
async function disconnect(service: ListeningService, write: (connection: Connection) => void) {
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

t.test('an upload that disconnects before its end stores nothing (decision 25)', async (t) => {
  const service = await listenWithTask(t)
  const complete = uploadRequest(service.path, [small('a.txt'), { fileName: 'b', content: Buffer.alloc(200_000) }])
  for (const end of [complete.indexOf('\r\n\r\n') + 4, 100_000, complete.length - 1]) {
    await disconnect(service, (connection) => connection.write(complete.subarray(0, end)))
    t.strictSame(await service.stored(), [], `after ${end} bytes`)
  }
  const chunks = chunkedUpload(service.path, [small('a.txt'), small('b.txt')], 64)
  await disconnect(service, (connection) => {
    for (const chunk of chunks.slice(0, -1)) connection.write(chunk)
  })
  t.strictSame(await service.stored(), [], 'after all chunks but the last')
  const parts = ['1', '2', '3'].map(small)
  t.equal((await service.exchange(uploadRequest(service.path, parts))).status, 201, '3 files still fit')
})
