import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fp from 'fastify-plugin'

/** Browsers do not render, frame or sniff a response. Pages of all origins may fetch it. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The media type of JSON, which has no charset parameter (RFC 8259, section 11). */
export const JSON_TYPE = 'application/json'

/** The media type that Fastify sets for JSON. */
const JSON_WITH_CHARSET = 'application/json; charset=utf-8'

const validRequestId = /^[\w.:/+=@-]{1,128}$/

/** The id of a request: the `X-Request-Id` of the client where it is valid, otherwise a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && validRequestId.test(given) ? given : randomUUID()
}

/** Sets the headers of every response to a request that Node could parse: security headers, the id of the request, and the media type of JSON as documented. */
export const commonHeaders = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
      done()
    })
    app.addHook('onSend', (_request, reply, payload, done) => {
      // An attachment is a Buffer, and keeps the media type that it was stored with.
      if (typeof payload === 'string' && reply.getHeader('content-type') === JSON_WITH_CHARSET) {
        reply.header('content-type', JSON_TYPE)
      }
      done(null, payload)
    })
  },
  { name: 'common-headers' },
)
