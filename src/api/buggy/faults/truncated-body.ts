import type { FastifyReply } from 'fastify'
import { endConnection } from '../end-connection.js'
import type { Fault } from '../fault.js'

export const truncatedBody: Fault = {
  name: 'truncated-body',
  part: 'body',
  scope: 'successful responses with JSON',
  effect: 'The connection closes before the end of the body. The operation has run.',
  hidesContent: true,
  send(reply, text, draw) {
    const { faults, raw } = reply.request
    if (faults === null) return text
    // The body is cut before it would be compressed, so that the log has what the client received.
    delete raw.headers['accept-encoding']
    const isChunked = draw.index('form', 2) === 0
    faults.transmit = (start) => {
      if (isChunked) reply.removeHeader('content-length')
      else reply.header('content-length', Buffer.byteLength(text))
      return sendStart(start, reply)
    }
    return cut(text, 1 + draw.index('kept', text.length - 1))
  },
}

/** Sends the start of a body, and ends the connection when Node has passed it on to the operating system. */
async function* sendStart(start: AsyncIterable<Buffer>, reply: FastifyReply) {
  yield* start
  await new Promise((resolve) => reply.raw.write('', resolve))
  throw endConnection(reply, 'close')
}

/** Returns the start of a text, without half of a character. */
function cut(text: string, length: number): string {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
