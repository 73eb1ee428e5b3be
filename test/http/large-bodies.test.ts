import t from 'tap'
import { expectError } from '../kit/expect-error.js'
import { request, startListening } from '../kit/raw-http.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

t.test('returns 413 for a body over 1 MiB, and keeps the connection (decision 7)', async (t) => {
  const service = await startListening(t)
  for (const path of ['/api/v1/tasks', '/api/v2/auth/login']) {
    const connection = await service.connect()
    connection.write(request(`POST ${path}`, JSON_TYPE, 'x'.repeat(5_000_000)))
    expectError(t, await connection.response(), { status: 413, path })
    connection.write(request('GET /health'))
    t.equal((await connection.response())?.status, 200, 'the connection is still usable')
  }
})

t.test('ignores a media type without a body (decision 7)', async (t) => {
  const service = await startListening(t)
  const framings: [head: string, body: string][] = [
    ['', ''],
    ['Content-Length: 0\r\n', ''],
    ['Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ]
  const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/json', 'multipart/form-data']
  // A variable that is not set or has no value, a name, a header that was set twice.
  const unreadable = ['', 'undefined', '{{type}}', 'json', ';charset=utf-8', 'application/json, application/json']
  for (const type of [...types, ...unreadable]) {
    for (const [head, body] of framings) {
      const { id } = await service.createTask()
      const reply = await service.exchange(
        `DELETE /api/v1/tasks/${id} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${head}\r\n${body}`,
      )
      t.equal(reply.status, 204, `${type}, ${head.trim()}`)
    }
  }
})
