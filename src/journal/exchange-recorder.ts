import { plugin } from '../http/plugin.js'
import { requestVariant } from '../http/request-target.js'
import { parse } from '../rules/parse.js'

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

/** Gets all finished requests to private boards. */
export type ExchangeListener = (board: string, exchange: SeenExchange) => void

/** Passes finished requests to a listener. Without a listener, the plugin is not registered, so it costs nothing. */
export const exchangeRecorder = plugin<{ onExchange: ExchangeListener }>(
  'exchange-recorder',
  [],
  async (app, { onExchange }) => {
    app.addHook('onResponse', (request, reply, done) => {
      const variant = requestVariant(request)
      if (variant !== undefined && request.sentResponse !== undefined) {
        const { board, method, url, routeOptions, sentBody, sentResponse } = request
        const { payload } = sentResponse
        onExchange(board.id, {
          variant,
          operation: routeOptions.schema?.operationId ?? null,
          method,
          url,
          body: parse(sentBody?.toString()),
          status: reply.statusCode,
          text: typeof payload === 'string' && method !== 'HEAD' ? payload : '',
        })
      }
      done()
    })
  },
)
