import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Closes the connection of a request: in order (FIN), or with a reset (RST). */
type Ending = 'close' | 'reset'

/**
 * Ends the connection of a request instead of sending its response, or the rest of it. The hooks that run after a
 * response run now, because Node reports no end of such a response.
 */
export function endConnection(request: FastifyRequest, raw: ServerResponse, how: Ending): void {
  const { socket } = request.raw
  raw.emit('error', new Error('A fault has ended the connection'))
  if (how === 'reset') socket.resetAndDestroy()
  else socket.destroy()
}
