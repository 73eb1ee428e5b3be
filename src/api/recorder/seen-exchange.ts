import type { FastifyReply, FastifyRequest } from 'fastify'
import { parse } from '../../contract/parse.js'
import { requestVariant } from '../../http/request-target.js'

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
