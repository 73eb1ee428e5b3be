import type { FastifyReply } from 'fastify'
import type { Fault } from '../fault.js'
import { closingSignal } from '../wait-for.js'

/** The number of pieces in which a body is sent. */
const PIECES = 10

export const slowBody: Fault = {
  name: 'slow-body',
  part: 'connection',
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
