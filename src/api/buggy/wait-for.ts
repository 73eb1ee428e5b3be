import type { FastifyReply } from 'fastify'

/** Resolves after a number of milliseconds. Rejects when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

/**
 * Returns a signal that aborts when the connection closes before the end of a response. The signal of Fastify aborts when
 * the body has been read.
 */
export function closingSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed || raw.socket?.destroyed) return AbortSignal.abort()
  const closing = new AbortController()
  raw.once('close', () => closing.abort())
  return closing.signal
}

/** Waits before a request is handled. If the client disconnects, it rejects, and no response is sent. */
export async function waitFor(milliseconds: number, reply: FastifyReply, sleep: Sleep): Promise<void> {
  try {
    await sleep(milliseconds, closingSignal(reply))
  } catch (error) {
    reply.hijack()
    throw error
  }
}
