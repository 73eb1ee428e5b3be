import type { FastifyReply } from 'fastify'
import { endConnection } from '../end-connection.js'
import { faultsIn } from '../fault.js'

const MEDIA_TYPES = ['text/html; charset=utf-8', 'text/plain; charset=utf-8']

const inPart = faultsIn('body')

export const malformedJson = inPart({
  name: 'malformed-json',
  scope: 'successful responses with JSON',
  effect: 'The body is not valid JSON: its last bracket is missing, or has a comma before it.',
  hidesContent: true,
  send(_reply, text, draw) {
    const start = text.slice(0, -1)
    return draw.index('form', 2) === 0 ? start : `${start},${text.slice(-1)}`
  },
})

export const wrongContentType = inPart({
  name: 'wrong-content-type',
  scope: 'successful responses with JSON',
  effect: 'The `Content-Type` is `text/html` or `text/plain`. The body is correct.',
  send(reply, text, draw) {
    reply.header('content-type', MEDIA_TYPES[draw.index('type', MEDIA_TYPES.length)])
    return text
  },
})

export const emptyResponse = inPart({
  name: 'empty-response',
  scope: 'successful responses with JSON',
  effect: 'The body is empty. The status and the headers are correct, and the operation has run.',
  hidesContent: true,
  send: () => '',
})

export const truncatedBody = inPart({
  name: 'truncated-body',
  scope: 'successful responses with JSON',
  effect: 'The connection closes before the end of the body. The operation has run.',
  hidesContent: true,
  send(reply, text, draw) {
    const { faults, raw } = reply.request
    if (faults === null) return text
    // The body is cut before it would be compressed, so that the journal has what the client received.
    delete raw.headers['accept-encoding']
    const isChunked = draw.index('form', 2) === 0
    faults.transmit = (start) => {
      if (isChunked) reply.removeHeader('content-length')
      else reply.header('content-length', Buffer.byteLength(text))
      return sendStart(start, reply)
    }
    return cut(text, 1 + draw.index('kept', text.length - 1))
  },
})

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
