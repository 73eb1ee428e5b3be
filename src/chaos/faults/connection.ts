import type { FastifyReply } from 'fastify'
import { hangUp } from '../end-connection.js'
import { faultsIn } from '../fault.js'
import { closingSignal } from '../wait-for.js'

/** The number of pieces in which a body is sent. */
const PIECES = 10

const inPart = faultsIn('connection')

export const slowResponse = inPart({
  name: 'slow-response',
  rate: 0.15,
  effect: 'The response is delayed, by 2 to 5 seconds by default.',
  delay: ([shortest, longest], draw) => shortest + draw.fraction('delay') * (longest - shortest),
})

export const slowBody = inPart({
  name: 'slow-body',
  scope: 'successful responses with JSON',
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
})

export const connectionReset = inPart({
  name: 'connection-reset',
  effect: 'The connection is reset, and no response is sent. The request changes nothing.',
  replacesOperation: true,
  before(_request, reply) {
    hangUp(reply, 'reset')
    return reply.send()
  },
})

export const lostResponse = inPart({
  name: 'lost-response',
  effect:
    'The connection closes before a response is sent. The operation has run, so a repeated request can run it twice.',
  losesResponse: true,
})

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
