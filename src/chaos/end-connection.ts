import type { FastifyReply } from 'fastify'

/** Closes the connection of a request: in order (FIN), or with a reset (RST). */
export type Ending = 'close' | 'reset'

/** The code with which Node reports a stream that closes before its end. Fastify expects it. */
const CODE = 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Ends the connection of a request instead of sending its response, or the rest of it. The hooks that run after a
 * response run now, because Node reports no end of such a response.
 */
export function endConnection(reply: FastifyReply, how: Ending): void {
  const { raw, request } = reply
  const { socket } = request.raw
  reply.hijack()
  // If the client has disconnected before, its request is already recorded.
  if (socket.destroyed) return
  raw.emit('error', Object.assign(new Error('A fault has ended the connection'), { code: CODE }))
  if (how === 'reset') socket.resetAndDestroy()
  else socket.destroy()
}
