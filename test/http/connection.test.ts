import t from 'tap'
import { ownStore } from '../kit/helper.js'
import { type ListeningService, startListening } from '../kit/raw-http.js'

/** Requests that are refused by a route, before routing, and because of the body. */
const REFUSED = [
  { status: 404, request: 'GET /api/v1/tasks/999' },
  { status: 404, request: 'GET /nothing' },
  { status: 400, request: 'GET /api/v1/tasks?size=x' },
  { status: 400, request: 'GET /api/v1/tasks?search=%ff' },
  { status: 405, request: 'PUT /api/v1/tasks', body: '{}' },
  { status: 403, request: 'GET /api/v2/tasks' },
  { status: 400, request: 'POST /api/v1/tasks', body: '{' },
  { status: 400, request: 'POST /api/v1/tasks', body: '{}' },
  { status: 413, request: 'POST /api/v1/tasks', body: JSON.stringify('x'.repeat(1_100_000)) },
  { status: 415, request: 'POST /api/v1/tasks', body: 'title: A task', type: 'text/yaml' },
  { status: 415, request: 'POST /api/v1/tasks/1/attachments', body: '{}' },
]

/** What clients send, and whether the connection stays open (RFC 9112, section 9.3). */
const CONNECTIONS = [
  { version: '1.1', connection: undefined, stays: true },
  { version: '1.1', connection: 'keep-alive', stays: true },
  { version: '1.1', connection: 'close', stays: false },
  { version: '1.0', connection: undefined, stays: false },
  { version: '1.0', connection: 'keep-alive', stays: true },
  { version: '1.0', connection: 'close', stays: false },
]

for (const { version, connection, stays } of CONNECTIONS) {
  const client = `HTTP/${version} with ${connection === undefined ? 'no Connection header' : `Connection: ${connection}`}`
  t.test(`${stays ? 'keeps the connection open' : 'closes the connection'} after an error: ${client}`, async (t) => {
    const service = await startListening(t, await ownStore())
    for (const { status, request, body = '', type = 'application/json' } of REFUSED) {
      const socket = await service.connect()
      const headers = [
        'Host: localhost',
        ...(connection === undefined ? [] : [`Connection: ${connection}`]),
        ...(body === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
      ]
      const send = (line: string) => socket.write(`${line} HTTP/${version}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
      send(request)
      const reply = await socket.response()
      t.match(reply, { status, headers: { connection: stays ? 'keep-alive' : 'close' } }, request)
      t.equal(reply?.headers['keep-alive'], stays ? keepAlive(service) : undefined, `Keep-Alive of ${request}`)
      if (stays) {
        send(request)
        t.match(await socket.response(), { status }, `the same connection serves ${request} again`)
        socket.destroy()
      }
      await socket.closed
    }
  })
}

function keepAlive({ app }: ListeningService): string {
  return `timeout=${app.server.keepAliveTimeout / 1000}`
}
