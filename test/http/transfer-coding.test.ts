import t from 'tap'
import { attackTest, TASKS } from '../kit/attacked.js'
import { expectError } from '../kit/expect-error.js'
import { startListening } from '../kit/raw-http.js'

/** Codings that Node's parser accepts and ignores, because `chunked` comes last. */
const BEFORE_CHUNKED = [
  ...[['gzip, chunked'], ['gzip,chunked'], ['gzip', 'chunked'], ['identity, chunked'], ['gzip;q=1, Chunked']],
  ...[['deflate, gzip, chunked'], ['"chunked", chunked'], [', chunked'], ['chunked', '']],
]

/** Codings that Node's parser rejects, some of them only after the service has received the request. */
const REJECTED = [
  ['gzip'],
  ['identity'],
  ['chunked, gzip'],
  ['chunked', 'gzip'],
  ['chunked, chunked'],
  ['xchunked'],
  [''],
]

const DELETE_ALL = `DELETE ${TASKS} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** A request with a chunked body. */
function post(codings: string[], path = TASKS): string {
  const body = '{"title":"Attack","status":"TODO"}'
  return [
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json`,
    ...codings.map((coding) => `Transfer-Encoding: ${coding}`),
    `\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ].join('\r\n')
}

attackTest('transfer codings other than chunked are 400 and close the connection (decision 69)', async (t, service) => {
  for (const [message, list] of [
    [/^The only supported Transfer-Encoding is chunked$/, BEFORE_CHUNKED],
    [/^(The only supported Transfer-Encoding is chunked|Request is not valid HTTP)$/, REJECTED],
  ] as const) {
    for (const codings of list) {
      for (const path of [TASKS, '/api/v2/tasks', '/nothing']) {
        const connection = await service.connect()
        connection.write(post(codings, path) + DELETE_ALL)
        const reply = await connection.response()
        expectError(t, reply, { status: 400, path, message })
        t.equal(reply?.headers.connection, 'close', codings.join())
        t.equal(await connection.response(), undefined, 'there is no other response')
        await connection.closed
      }
    }
  }
})

t.test('reads a chunked body, in any case of the coding (decision 69)', async (t) => {
  const service = await startListening(t)
  for (const coding of ['chunked', 'Chunked']) t.equal((await service.exchange(post([coding]))).status, 201, coding)
})

attackTest('does not process requests after a response that closes the connection', async (t, service) => {
  for (const [status, data] of [
    [200, `GET ${TASKS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`],
    [404, 'POST /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody'],
    [400, `POST ${TASKS} HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nContent-Length: 4\r\n\r\nbody`],
  ] as const) {
    const connection = await service.connect()
    connection.write(data + DELETE_ALL)
    t.equal((await connection.response())?.status, status)
    t.equal(await connection.response(), undefined)
    await connection.closed
  }
})

attackTest('sends one response to a request whose chunks are malformed', async (t, service) => {
  const connection = await service.connect()
  connection.write('POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n')
  const reply = await connection.response()
  t.ok(reply?.status === 404 || reply?.status === 400)
  t.equal(await connection.response(), undefined)
  await connection.closed
})
