import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { EncodedBody, UnsupportedMediaType } from '../contract/errors.js'
import { JSON_VALUES_MAX } from '../contract/limits.js'
import { announcedLength } from './content.js'
import { parseJson } from './parse-json.js'
import { plugin } from './plugin.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body of a request to a private board as it was sent; `null` if it has none, or it is not yet read. */
    sentBody: Buffer | null
  }
}

/** A media type, with or without parameters (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(;|$)/

/**
 * Parses JSON bodies and rejects all others. An empty body of any media type is treated as no body (decision 7). Bodies
 * that are not UTF-8 (decision 39), too deep (decision 60) or compressed (decision 52) are rejected. Unknown properties
 * stay, and nothing reads them (decision 4).
 */
export const jsonBody = plugin('json-body', [], async (app) => {
  app.decorateRequest('sentBody', null)
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', replaceUnreadableType)
  app.addHook('onRoute', (route) => {
    // The operation that reads files checks them itself.
    const { body } = (route.schema ?? {}) as { body?: object }
    if (body === undefined || 'content' in body) return
    route.preParsing = [route.preParsing ?? [], refuseEncoded].flat()
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    if (announcedLength(request.headers) > 0) return done(new UnsupportedMediaType(), undefined)
    // Without a length and without a coding, a request has no body (RFC 9112, section 6.3). A body can also be empty.
    const accept = () => done(null, undefined)
    payload.once('end', accept).once('data', () => {
      payload.off('end', accept)
      done(new UnsupportedMediaType(), undefined)
    })
  })
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!hasJson(request, bytes)) return undefined
      if (request.board.state !== null) request.sentBody = bytes
      return parseJson(bytes, JSON_VALUES_MAX)
    },
  )
})

/**
 * Treats a `Content-Type` that is not a valid media type, for example one from an empty variable, as the type of unknown
 * bytes (RFC 9110, section 8.3). Fastify would refuse it before it checks whether there is a body.
 */
const replaceUnreadableType: preParsingHookHandler = (request, _reply, payload, done) => {
  const { headers } = request.raw
  const { 'content-type': type } = headers
  if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = 'application/octet-stream'
  done(null, payload)
}

/** Refuses an encoded body before it is read, so that it is not kept in memory. */
const refuseEncoded: preParsingHookHandler = (request, _reply, payload, done) => {
  if (announcedLength(request.headers) > 0) requireUnencoded(request)
  done(null, payload)
}

/**
 * Whether a request has a body.
 *
 * @throws EncodedBody if the body is compressed
 */
export function hasJson(request: FastifyRequest, bytes: Buffer): boolean {
  if (bytes.length === 0) return false
  requireUnencoded(request)
  return true
}

/** @throws EncodedBody if the body of a request is compressed (decision 52) */
export function requireUnencoded({ headers: { 'content-encoding': encoding = 'identity' } }: FastifyRequest): void {
  if (encoding.toLowerCase() !== 'identity') throw new EncodedBody()
}
