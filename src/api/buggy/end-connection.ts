import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Closes the connection of a request: in order (FIN), or with a reset (RST). */
export type Ending = 'close' | 'reset'

/** The status of a request whose connection a fault has ended before the response. No client receives it. */
const NO_RESPONSE = 444

/** The code with which Node reports a stream that closes before its end. Fastify expects it. */
const CODE = 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Ends the connection of a request instead of sending its response, or the rest of it. The hooks that run after a
 * response run now, because Node reports no end of such a response.
 *
 * @returns the error with which a stream of the response ends
 */
export function endConnection(reply: FastifyReply, how: Ending): Error {
  const { raw, request } = reply
  const { socket } = request.raw
  const error = Object.assign(new Error('A fault has ended the connection'), { code: CODE })
  reply.hijack()
  // If the client has disconnected before, its request is already recorded.
  if (socket.destroyed) return error
  raw.emit('error', error)
  if (how === 'reset') socket.resetAndDestroy()
  else socket.destroy()
  return error
}

/** Ends the connection of a request when its response would be sent. */
export function hangUp(reply: FastifyReply, how: Ending): void {
  const { faults } = reply.request
  reply.code(NO_RESPONSE)
  if (faults === null) return
  faults.isUnanswered = true
  faults.transmit = () => new Readable({ read: () => void endConnection(reply, how) })
}
