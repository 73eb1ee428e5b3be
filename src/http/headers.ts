import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Json } from '../contract/json.js'

/** The security headers. Browsers must not render, frame or sniff responses. Pages from all origins may fetch them. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The folder of the files of pages. */
export const FILES_PATH = '/web/'

/**
 * Returns a content security policy that allows scripts, workers, styles and fonts only from folders of assets. A page
 * sends it after its own policy, which allows only this service (`'self'`), and browsers enforce both. Without it, a page
 * could run attachments: they have the same origin, and the media type of their upload.
 *
 * @param folders other folders than `FILES_PATH`
 */
export function assetPolicy(...folders: string[]): string {
  // The host is the one of the first policy. Behind a proxy, the service may not know it.
  const sources = [FILES_PATH, ...folders].map((folder) => `*:*${folder}`).join(' ')
  return `, script-src ${sources}; style-src ${sources} 'unsafe-inline'; font-src ${sources}`
}

/** Tells caches that a response also depends on a header of the request (RFC 9110, section 12.5.5). */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary')
  if (known === undefined) reply.header('vary', name)
  else if (!`, ${known},`.toLowerCase().includes(`, ${name.toLowerCase()},`)) reply.header('vary', `${known}, ${name}`)
}

/** The media type of JSON, which has no charset parameter (RFC 8259, section 11). */
export const JSON_TYPE = 'application/json'

/** The media type that Fastify sets for JSON. */
const JSON_WITH_CHARSET = 'application/json; charset=utf-8'

const validRequestId = /^[\w.:/+=@-]{1,128}$/

/** Returns the id of a request: the `X-Request-Id` of the client if it is valid, otherwise a new id. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && validRequestId.test(given) ? given : randomUUID()
}

/**
 * Sets the common headers of responses: the security headers, the request id, and the documented media type of JSON. It
 * does not run for requests that Node cannot parse.
 */
export const commonHeaders = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Attachments are Buffers. Their stored media type must not change.
    if (typeof payload === 'string' && reply.getHeader('content-type') === JSON_WITH_CHARSET) {
      reply.header('content-type', JSON_TYPE)
    }
    done(null, payload)
  })
})

/**
 * Adds headers to `Access-Control-Expose-Headers`, so that web pages can read them. Use it for headers that only some
 * responses have.
 */
export function exposeHeaders(reply: FastifyReply, ...names: string[]): void {
  const exposed = reply.getHeader('access-control-expose-headers')
  reply.header('access-control-expose-headers', [exposed, ...names].filter(Boolean).join(', '))
}

/**
 * Sets the headers of a response to a request that exceeds a rate limit.
 *
 * @param max the maximum number of requests
 * @param seconds the time until further requests are accepted
 */
export function limitHeaders(reply: FastifyReply, max: number, seconds: number): void {
  const limit = { 'RateLimit-Limit': max, 'RateLimit-Remaining': 0, 'RateLimit-Reset': seconds }
  exposeHeaders(reply.headers({ 'retry-after': seconds, ...limit }), ...Object.keys(limit))
}

/**
 * Sends JSON text as it is: Fastify serialises no strings. Other values are serialised by the schema of the response.
 *
 * @returns the text, with the type of the value, so that handlers can return it as a response of their schema
 */
export function jsonText<T>(reply: FastifyReply, json: Json<T> | T): T {
  reply.header('content-type', JSON_TYPE)
  return json as T
}

/** Returns the bearer token of an `Authorization` header, or `undefined` if it has none (RFC 6750, section 2.1). */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1]
}
