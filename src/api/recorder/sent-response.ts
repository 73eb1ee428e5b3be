import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from '../../contract/parse.js'
import { variantOf } from '../../contract/variant-path.js'
import { boardPayloadHook } from '../../http/hooks.js'
import { requestVariant } from '../../http/request-target.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response before it is compressed and sent, of a request to a private board. */
    sentResponse?: {
      /** The body. For HEAD, what GET would send. */
      payload: unknown
      /** The size of the body in bytes. */
      size: number
      /** The time since the request arrived, in milliseconds. */
      elapsed: number
    }
  }
}

/** Adds the hooks that keep the responses of private boards, with their faults and defects, until they are recorded. */
export function keepResponses(app: FastifyInstance): void {
  app.boardHooks.onSend.push((request, reply, payload) => (request.is404 ? keep(request, reply, payload) : payload))
  app.addHook('onRoute', (route) => {
    if (variantOf(route.url) === undefined) return
    const others = [route.onSend ?? []].flat()
    const own = boardPayloadHook([keep])
    // The last hook of HEAD is that of Fastify, which replaces the body by its length.
    route.onSend = route.method === 'HEAD' ? [own, ...others] : [...others, own]
  })
}

function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.board.state === null) return payload
  const sent = reply.statusCode === 204 ? undefined : payload
  request.sentResponse = { payload: sent, size: sizeOf(request, sent), elapsed: reply.elapsedTime }
  return payload
}

/** Returns the size of the body of a response in bytes. The response to HEAD has none. */
function sizeOf({ method }: FastifyRequest, payload: unknown): number {
  if (method === 'HEAD') return 0
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
}

/** A finished request to a variant, with its response. */
export type SeenExchange = ReturnType<typeof toSeen>

/** Returns a finished request to a variant with its response. */
export function toSeen(request: FastifyRequest, { statusCode: status }: FastifyReply) {
  const { method, url, routeOptions, sentBody, sentResponse } = request
  const payload = sentResponse?.payload
  return {
    variant: requestVariant(request) as string,
    /** The id of the operation; `null` if no operation belongs to the method and the path. */
    operation: routeOptions.schema?.operationId ?? null,
    method,
    /** The URL as the router sees it. */
    url,
    /** The JSON body of the request; `undefined` if there is none. */
    body: parse(sentBody?.toString()),
    status,
    /** The text of the response; empty if it has none. */
    text: typeof payload === 'string' && method !== 'HEAD' ? payload : '',
  }
}
