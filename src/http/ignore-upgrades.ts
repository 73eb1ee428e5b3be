import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasContent } from './expect-continue.js'
import { plugin } from './plugin.js'

/** Whether Node's parser reads the body of a request to upgrade, so that it cannot be read again. */
const PARSES_BODIES = Number.parseInt(process.versions.node, 10) >= 26

/** The option of `node:http` for requests to upgrade. Versions before 24.9 ignore it: all such requests reach the listener. */
export const UPGRADES = {
  shouldUpgradeCallback: (request: IncomingMessage) => !PARSES_BODIES || !hasContent(request),
}

/**
 * Ignores requests to upgrade the connection to another protocol (RFC 9110, section 7.8): they get a normal response,
 * and the connection stays open. Java's `HttpClient` asks for HTTP/2 in this way (decision 125).
 *
 * Without a listener for `upgrade`, Node handles such a request like any other, but drops the bytes that arrived after
 * it: a pipelined request would be lost, or its second half read as a request. With a listener, Node ends its HTTP
 * parser after the headers and passes on all bytes after them. Here, the connection gets a new parser, which reads the
 * request again without its `Upgrade` headers. So the framing of HTTP decides where the request ends.
 *
 * Since Node 26, that is impossible for requests with a body. Their connection is closed after the response.
 */
export const ignoreUpgrades = plugin('ignore-upgrades', [], async ({ server }) => {
  /** The responses that are not complete, by connection. */
  const open = new WeakMap<Socket, Set<ServerResponse>>()

  server.prependListener('request', ({ socket, headers: { upgrade } }, response) => {
    if (PARSES_BODIES && upgrade !== undefined) response.shouldKeepAlive = false
    const responses = open.get(socket) ?? new Set()
    open.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })

  server.on('upgrade', (request, socket: Socket, rest) => {
    const readAgain = (received: readonly Buffer[]) => {
      // After a response with `Connection: close`, nothing is processed (RFC 9112, section 9.6).
      if (!socket.writable) return
      socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest, ...received]))
      server.emit('connection', socket)
      socket.resume()
    }
    const responses = open.get(socket) ?? new Set()
    if (responses.size === 0) readAgain([])
    else afterResponses(socket, responses, readAgain)
  })
})

/** Returns the request line and the headers of a request as bytes, without `Upgrade`. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1]}`)
  }
  // Node decodes headers as Latin-1.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/**
 * Waits for the responses to the requests before a request to upgrade. The listeners replace those of Node's HTTP
 * parser, which has left the connection.
 *
 * @param done gets the bytes that arrive meanwhile
 */
function afterResponses(
  socket: Socket,
  responses: ReadonlySet<ServerResponse>,
  done: (received: readonly Buffer[]) => void,
): void {
  const requests = Array.from(responses, ({ req }) => req)
  const received: Buffer[] = []
  let bytes = 0
  const listeners = {
    data: (chunk: Buffer) => {
      received.push(chunk)
      bytes += chunk.length
      if (bytes >= socket.readableHighWaterMark) socket.pause()
    },
    drain: () => {
      for (const response of responses) if (response.writableNeedDrain) response.emit('drain')
    },
    // As for any other request, a client that closes its side does not wait for the response.
    end: () => socket.end(),
    close: () => {
      for (const request of requests) request.destroy()
    },
    error: () => socket.destroy(),
  }
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  for (const response of responses) {
    response.once('close', () => {
      if (responses.size > 0) return
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
      done(received)
    })
  }
}
