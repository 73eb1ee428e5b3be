import type { FastifyReply, FastifyRequest } from 'fastify'

/** Resolves after a number of milliseconds. Rejects when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

/** Waits before a request is handled. If the client disconnects, it rejects, and no response is sent. */
export async function waitFor(
  milliseconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  sleep: Sleep,
): Promise<void> {
  // The signal does not abort if the client disconnected before the signal was created.
  const signal = request.raw.socket.destroyed ? AbortSignal.abort() : request.signal
  try {
    await sleep(milliseconds, signal)
  } catch (error) {
    reply.hijack()
    throw error
  }
}
