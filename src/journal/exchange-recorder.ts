import type { FastifyRequest } from 'fastify'
import { hasJsonType } from '../http/json-body.js'
import { plugin } from '../http/plugin.js'
import { requestVariant } from '../http/request-target.js'

/** A finished request to a variant, with its response. */
export interface SeenExchange {
  variant: string
  /** The id of the operation; `null` if no operation belongs to the method and the path. */
  operation: string | null
  method: string
  /** The URL as the router sees it. */
  url: string
  /** The JSON body of the request; `undefined` if it was not parsed. */
  body: unknown
  status: number
  /** The text of the response; empty if it has none. */
  text: string
}

/** Gets all finished requests to private boards. */
export type ExchangeListener = (board: string, exchange: SeenExchange) => void

/** Passes finished requests to a listener. Without a listener, the plugin is not registered, so it costs nothing. */
export const exchangeRecorder = plugin<{ onExchange: ExchangeListener }>(
  'exchange-recorder',
  [],
  async (app, { onExchange }) => {
    const bodies = new WeakMap<FastifyRequest, unknown>()
    // The validation shortens lists that are too long.
    app.addHook('preValidation', (request, _reply, done) => {
      if (hasJsonType(request)) bodies.set(request, structuredClone(request.body))
      done()
    })
    app.addHook('onResponse', (request, reply, done) => {
      const variant = requestVariant(request)
      if (variant !== undefined && request.sentResponse !== undefined) {
        const { board, method, url, routeOptions, sentResponse } = request
        const { payload } = sentResponse
        onExchange(board.id, {
          variant,
          operation: routeOptions.schema?.operationId ?? null,
          method,
          url,
          body: bodies.get(request),
          status: reply.statusCode,
          text: typeof payload === 'string' && method !== 'HEAD' ? payload : '',
        })
      }
      done()
    })
  },
)
