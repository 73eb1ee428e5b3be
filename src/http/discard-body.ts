import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import { DISCARD_MILLISECONDS, DISCARDED_BYTES_MAX } from '../contract/limits.js'
import { refuseContinue } from './expect-continue.js'

/**
 * Reads and discards the rest of a body that was refused, because many clients read the response only after they have
 * sent the whole body. If the connection were closed before, they would report a broken pipe instead of the response.
 *
 * The connection stays open until the body has ended, even if the response has `Connection: close` (RFC 9112, section
 * 9.6). A body that is too long or too slow ends with its connection.
 */
export function discardBody(request: IncomingMessage): void {
  const { socket } = request
  refuseContinue(request)
  request.unpipe()
  request.resume()
  if (request.complete || socket.destroyed) return
  let discarded = 0
  const timer = setTimeout(() => socket.destroy(), DISCARD_MILLISECONDS)
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARDED_BYTES_MAX) socket.destroy()
  })
  // Node calls this method after the last response of a connection. An own property shadows the method of the class.
  let isLast = false
  socket.destroySoon = () => {
    isLast = true
    socket.end()
  }
  // After the response, Node no longer ends a request with its connection.
  const stop = () => clearTimeout(timer)
  socket.once('close', stop)
  finished(request, () => {
    stop()
    socket.off('close', stop)
    Reflect.deleteProperty(socket, 'destroySoon')
    if (isLast) socket.destroySoon()
  })
}
