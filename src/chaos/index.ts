import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { createDraw, type Draw } from './draw.js'
import type { Fault } from './fault.js'
import { FAULTS } from './faults/index.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The faults drawn for a request of the buggy variant. */
    faults: readonly DrawnFault[]
  }
}

interface DrawnFault {
  fault: Fault
  draw: Draw
}

export interface ChaosOptions {
  /** The rate of each fault, by name; a fault that is not named keeps its promised rate. */
  rates: Readonly<Record<string, number>>
  /** The bounds of a slow response in milliseconds. */
  delay: readonly [number, number]
  /** Waits; rejects when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * buggy's bundle: hooks that inject faults into every operation of the scope they are registered in. What a
 * request draws depends on its ordinal number alone, not on what it turns out to be.
 */
export const chaos = fp<ChaosOptions>(
  async (app, { rates, delay: [shortest, longest], sleep }) => {
    const active = FAULTS.map((fault) => ({ fault, rate: rates[fault.name] ?? fault.rate })).filter(
      ({ rate }) => rate > 0,
    )
    // With every rate at 0 this is v1, at the cost of v1.
    if (active.length === 0) return

    app.decorateRequest('faults')

    app.addHook('onRequest', async (request, reply) => {
      // Before anything is awaited: who hangs up now is not heard later.
      const { signal } = request
      const { seed, ordinal } = await app.store.takeFaultOrdinal(request.board)
      request.faults = active
        .map(({ fault, rate }) => ({ fault, rate, draw: createDraw(seed, ordinal, fault.name) }))
        .filter(({ rate, draw }) => draw.fraction('occurs') < rate)
      request.log.debug({ ordinal, faults: request.faults.map(({ fault }) => fault.name) }, 'faults drawn')

      const wait = async (fraction: number) => {
        try {
          await sleep(shortest + fraction * (longest - shortest), signal)
        } catch (error) {
          // The client has hung up: nothing is done and nothing is answered.
          reply.hijack()
          throw error
        }
      }
      for (const { fault, draw } of request.faults) {
        await fault.before?.({ request, reply, draw, wait })
      }
    })

    app.addHook('onSend', async (request, reply, payload) => {
      const faults = request.faults?.filter(({ fault }) => fault.after !== undefined) ?? []
      if (faults.length === 0 || !carriesJson(reply, payload)) return payload
      const answer = { status: reply.statusCode, body: JSON.parse(payload) as unknown }
      for (const { fault, draw } of faults) fault.after?.(answer, draw)
      reply.code(answer.status)
      const changed = JSON.stringify(answer.body)
      if (reply.hasHeader('content-length')) reply.header('content-length', Buffer.byteLength(changed))
      return changed
    })
  },
  { name: 'chaos' },
)

/** Whether an answer is a success with a JSON body; what a request earned itself is left alone (decision 38). */
function carriesJson(reply: FastifyReply, payload: unknown): payload is string {
  const contentType = String(reply.getHeader('content-type') ?? '')
  return reply.statusCode < 300 && typeof payload === 'string' && contentType.startsWith('application/json')
}
