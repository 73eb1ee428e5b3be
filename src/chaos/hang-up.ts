import type { FastifyReply } from 'fastify'
import { type Ending, endConnection } from './end-connection.js'

/** The status of a request whose connection a fault has ended before the response. No client receives it. */
const NO_RESPONSE = 444

/** Ends the connection of a request when its response would be sent. */
export function hangUp(reply: FastifyReply, how: Ending): void {
  const { request, raw } = reply
  if (request.faults !== null) request.faults.isUnanswered = true
  reply.code(NO_RESPONSE)
  raw.writeHead = () => raw
  raw.end = () => {
    // Fastify must not continue with the operation, even if the client has disconnected.
    reply.hijack()
    const end = () => endConnection(reply, how)
    // Without a socket, the responses to earlier requests of the connection come first.
    if (raw.socket === null) raw.once('socket', end)
    else end()
    return raw
  }
}
