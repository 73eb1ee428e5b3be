import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { variantOf } from '../contract/variant-path.js'
import { DEFAULT_BOARD } from '../store/store.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response before it is compressed and sent, of a request whose exchange is recorded. */
    sentResponse: SentResponse | null
  }
}

/** The body of a finished response. */
export interface SentResponse {
  /** For HEAD, what GET would send. */
  payload: unknown
  /** The size of the body in bytes. */
  size: number
  /** The time since the request arrived, in milliseconds. */
  elapsed: number
}

/**
 * Adds the hooks that keep the responses of private boards until the journal records them. The hook of a route runs
 * after the hooks of all plugins, so it sees the response with its faults and defects. Register it before `compression`,
 * whose hook must come later.
 */
export function keepResponses(app: FastifyInstance): void {
  app.decorateRequest('sentResponse', null)
  app.addHook('onSend', keepUnrouted)
  app.addHook('onRoute', (route) => {
    if (variantOf(route.url) === undefined) return
    // The last hook of HEAD is that of Fastify, which replaces the body by its length.
    route.onSend = (route.method === 'HEAD' ? [keep, route.onSend ?? []] : [route.onSend ?? [], keep]).flat()
  })
}

type Done = (error: null, payload: unknown) => void

function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  if (request.board !== DEFAULT_BOARD) {
    const sent = reply.statusCode === 204 ? undefined : payload
    request.sentResponse = { payload: sent, size: sizeOf(request, sent), elapsed: reply.elapsedTime }
  }
  done(null, payload)
}

function keepUnrouted(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  if (request.is404) keep(request, reply, payload, done)
  else done(null, payload)
}

/** Returns the size of the body of a response in bytes. The response to HEAD has none. */
function sizeOf({ method }: FastifyRequest, payload: unknown): number {
  if (method === 'HEAD') return 0
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
}
