import type { FastifyReply } from 'fastify'
import { endConnection, hangUp } from '../end-connection.js'
import { faultsWith } from '../fault.js'
import { closingSignal } from '../wait-for.js'

const MEDIA_TYPES = ['text/html; charset=utf-8', 'text/plain; charset=utf-8']

/** The number of pieces in which a slow body is sent. */
const PIECES = 10

/** The faults that change how a correct response is sent (decisions 146 to 148). */
export const transport = faultsWith({ part: 'body', scope: 'successful responses with JSON' })({
  'malformed-json': {
    effect: 'The body is not valid JSON: its last bracket is missing, or has a comma before it.',
    hidesContent: true,
    send(_reply, text, draw) {
      const start = text.slice(0, -1)
      return draw.index('form', 2) === 0 ? start : `${start},${text.slice(-1)}`
    },
  },
  'wrong-content-type': {
    effect: 'The `Content-Type` is `text/html` or `text/plain`. The body is correct.',
    changesHeaders: true,
    send(reply, text, draw) {
      reply.header('content-type', MEDIA_TYPES[draw.index('type', MEDIA_TYPES.length)])
      return text
    },
  },
  'empty-response': {
    effect: 'The body is empty. The status and the headers are correct, and the operation has run.',
    hidesContent: true,
    send: () => '',
  },
  'truncated-body': {
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
  },
  'slow-body': {
    part: 'connection',
    effect: 'The headers arrive at once, and the body in 10 pieces, within 2 to 5 seconds by default.',
    send(reply, text, draw) {
      const { faults } = reply.request
      if (faults === null) return undefined
      const [shortest, longest] = faults.rules.delay
      const duration = shortest + draw.fraction('duration') * (longest - shortest)
      if (duration === 0) return undefined
      faults.bodyDelay = duration
      // Another fault can end the connection after the body.
      const { transmit = (pieces: AsyncIterable<Buffer>) => pieces } = faults
      faults.transmit = (body) => transmit(drip(body, reply, (signal) => faults.sleep(duration / PIECES, signal)))
      return text
    },
  },
  'connection-reset': {
    part: 'connection',
    scope: 'every request',
    effect: 'The connection is reset, and no response is sent. The request changes nothing.',
    replacesOperation: true,
    before(_request, reply) {
      hangUp(reply, 'reset')
      return reply.send()
    },
  },
  'lost-response': {
    part: 'connection',
    scope: 'every request',
    effect:
      'The connection closes before a response is sent. The operation has run, so a repeated request can run it twice.',
    losesResponse: true,
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

type Wait = (signal: AbortSignal) => Promise<unknown>

/** Splits a body into pieces, and waits before each. It stops if the client disconnects. */
async function* drip(body: AsyncIterable<Buffer>, reply: FastifyReply, wait: Wait) {
  const signal = closingSignal(reply)
  reply.raw.flushHeaders()
  for await (const bytes of body) {
    const size = Math.ceil(bytes.length / PIECES)
    for (let start = 0; start < bytes.length; start += size) {
      await wait(signal)
      yield bytes.subarray(start, start + size)
    }
  }
}
