import type { FastifyReply, FastifyRequest } from 'fastify'
import { parse } from '../../contract/parse.js'
import { requestVariant } from '../../http/request-target.js'

/** A finished request to a variant, with its response. */
export interface SeenExchange {
  variant: string
  /** The id of the operation; `null` if no operation belongs to the method and the path. */
  operation: string | null
  method: string
  /** The URL as the router sees it. */
  url: string
  /** The JSON body of the request; `undefined` if there is none. */
  body: unknown
  status: number
  /** The text of the response; empty if it has none. */
  text: string
}

/** Returns a finished request to a variant with its response. */
export function toSeen(request: FastifyRequest, { statusCode: status }: FastifyReply): SeenExchange {
  const { method, url, routeOptions, sentBody, sentResponse } = request
  const payload = sentResponse?.payload
  return {
    variant: requestVariant(request) as string,
    operation: routeOptions.schema?.operationId ?? null,
    method,
    url,
    body: parse(sentBody?.toString()),
    status,
    text: typeof payload === 'string' && method !== 'HEAD' ? payload : '',
  }
}
