import type { FastifyReply } from 'fastify'
import type { Fault } from '../fault.js'

/** The number of pieces in which a body is sent. */
const PIECES = 10

export const slowBody: Fault = {
  name: 'slow-body',
  part: 'connection',
  rate: 0,
  scope: 'successful responses with JSON',
  effect: 'The headers arrive at once, and the body in 10 pieces, within 2 to 5 seconds by default.',
  send(reply, text, draw) {
    const { faults } = reply.request
    if (faults === null) return text
    const [shortest, longest] = faults.rules.delay
    const duration = shortest + draw.fraction('duration') * (longest - shortest)
    faults.bodyDelay = duration
    drip(reply, (signal) => faults.sleep(duration / PIECES, signal))
    return text
  },
}

/** Makes a response send its body slowly. It stops if the client disconnects. */
function drip({ raw }: FastifyReply, sleep: (signal: AbortSignal) => Promise<unknown>): void {
  const end = raw.end as (last: Buffer) => void
  const closing = new AbortController()
  raw.once('close', () => closing.abort())

  async function send(bytes: Buffer): Promise<void> {
    raw.flushHeaders()
    const size = Math.ceil(bytes.length / PIECES)
    let rest = bytes
    for (; rest.length > size; rest = rest.subarray(size)) {
      await sleep(closing.signal)
      raw.write(rest.subarray(0, size))
    }
    // Another fault can have emptied the body.
    await sleep(closing.signal)
    end.call(raw, rest)
  }

  raw.end = (body?: unknown) => {
    // A client that has disconnected gets nothing more.
    send(Buffer.from(body as string)).catch(() => {})
    return raw
  }
}
