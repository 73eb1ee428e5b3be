import t from 'tap'
import { startListening } from '../kit/raw-http.js'

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
