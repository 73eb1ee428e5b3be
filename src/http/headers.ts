import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fp from 'fastify-plugin'

/** Nothing of an answer is to be rendered, framed or guessed at; browsers may fetch it from anywhere. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const validRequestId = /^[\w.:/+=@-]{1,128}$/

/** The id of a request: the client's own `X-Request-Id` where it is valid, else a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && validRequestId.test(given) ? given : randomUUID()
}

/** The headers of every answer: what keeps browsers safe, and the id of the request. */
export const commonHeaders = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
      done()
    })
  },
  { name: 'common-headers' },
)
