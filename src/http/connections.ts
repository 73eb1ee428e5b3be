import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { CONNECTIONS_MAX, PIPELINED_HEADERS_MAX, PIPELINED_MAX, UNREAD_MILLISECONDS } from '../contract/limits.js'

/** A connection of a client. Node stores the response that it sends here; `null` between two requests. */
export type ServedSocket = Socket & { _httpMessage?: ServerResponse | null }

export interface ConnectionOptions {
  /** The maximum number of connections of each address and port. */
  connectionsMax?: number | undefined
  /** The time in milliseconds after which a client that does not read its response is disconnected. */
  unreadTimeout?: number | undefined
}

/**
 * Limits the number of connections, and what one connection can cost (decision 65).
 *
 * Node starts pipelined requests as soon as it has parsed them, so their responses would all wait in memory while the
 * client does not read: 1,000 downloads of 1 MiB took 1.1 GiB. Here, a request starts when the response before it is
 * written.
 */
export const connections = fp<ConnectionOptions>(async (app, options) => {
  const { connectionsMax = CONNECTIONS_MAX, unreadTimeout = UNREAD_MILLISECONDS } = options
  /** The number of requests that wait, and of their headers, by connection. */
  const waiting = new WeakMap<Socket, { count: number; headers: number }>()

  app.server.maxConnections = connectionsMax
  // Node otherwise ignores all headers after the first 2,000 names and values. `maxHeaderSize` limits them already.
  app.server.maxHeadersCount = 0
  // Node would send a 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.once('drop', () => app.log.warn({ connectionsMax }, 'too many connections: new ones are closed'))
  app.server.setTimeout(unreadTimeout, (socket: ServedSocket) => {
    // While there is a response without data to send, the service processes the request, or receives its body.
    if (socket.writableLength > 0 || socket._httpMessage === null) socket.destroy()
  })

  app.addHook('onRequest', ({ raw: { socket, rawHeaders } }, { raw: response }, done) => {
    // Node also starts the requests after a response with `Connection: close` (RFC 9112, section 9.6).
    if (socket.writableEnded) return
    // Node assigns the socket to one response at a time.
    if (response.socket !== null) return done()
    const requests = waiting.get(socket) ?? { count: 0, headers: 0 }
    waiting.set(socket, requests)
    // A short header takes many times its size in memory.
    const headers = rawHeaders.length / 2
    requests.count++
    requests.headers += headers
    if (requests.count > PIPELINED_MAX || requests.headers > PIPELINED_HEADERS_MAX) return void socket.destroy()
    response.once('socket', () => {
      requests.count--
      requests.headers -= headers
      // Node is not ready for a response within this event. After an unparsable request, the connection is ending.
      process.nextTick(() => socket.writable && done())
    })
  })
})
