import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import { TooBusy } from '../contract/errors.js'
import {
  CONNECTIONS_MAX,
  PIPELINED_HEADERS_MAX,
  PIPELINED_MAX,
  RESPONSES_BYTES_MAX,
  SMALL_RESPONSE_BYTES_MAX,
  UNREAD_MILLISECONDS,
} from '../contract/limits.js'
import { plugin } from './plugin.js'

/** The part of the heap that the bodies of responses may take. */
const HEAP_PART = 1 / 4

/** A connection of a client. Node stores the response that it sends here; `null` between two requests. */
export type ServedSocket = Socket & { _httpMessage?: ServerResponse | null }

export interface ConnectionOptions {
  /** The maximum number of connections of each address and port. */
  connectionsMax?: number | undefined
  /** The maximum total size of response bodies that wait, in bytes. The default depends on the size of the heap. */
  responsesMax?: number | undefined
  /** The time in milliseconds after which a client that does not read its response is disconnected. */
  unreadTimeout?: number | undefined
}

/** The requests of a connection that wait. */
interface Waiting {
  count: number
  /** The number of their headers. */
  headers: number
}

/**
 * Limits the number of connections, and what one connection can cost (decision 65).
 *
 * Node starts pipelined requests as soon as it has parsed them, so their responses would all wait in memory while the
 * client does not read: 1,000 downloads of 1 MiB took 1.1 GiB. Here, a request starts when the response before it is
 * written.
 */
export const connections = plugin<ConnectionOptions>('connections', [], async (app, options) => {
  const { connectionsMax = CONNECTIONS_MAX, unreadTimeout = UNREAD_MILLISECONDS } = options
  /** The requests that wait, by connection. */
  const waiting = new WeakMap<Socket, Waiting>()

  app.server.maxConnections = connectionsMax
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

/**
 * Limits the memory of response bodies that wait until their client reads them (decision 79). Without the limit, 300
 * clients that requested a task of 12 MiB and did not read it took 5.4 GB, and ended the process. One response is always
 * sent, and so are small responses. Streams do not count, because only a part of them is in memory.
 */
export const waitingResponses = plugin<ConnectionOptions>('waiting-responses', [], async (app, options) => {
  const { responsesMax = Math.min(RESPONSES_BYTES_MAX, getHeapStatistics().heap_size_limit * HEAP_PART) } = options
  let total = 0
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.rehearsal !== undefined) return done(null, payload)
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (bytes <= SMALL_RESPONSE_BYTES_MAX) return done(null, payload)
    if (total > 0 && total + bytes > responsesMax) return done(new TooBusy())
    total += bytes
    finished(reply.raw, () => {
      total -= bytes
    })
    done(null, payload)
  })
})
