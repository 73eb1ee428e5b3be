import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { EncodedBody, JsonTooLarge, TooBusy, UnsupportedMediaType, UploadTooLarge } from '../contract/errors.js'
import { JSON_VALUES_MAX, UPLOAD_BYTES_MAX, WAITING_BYTES_MAX } from '../contract/limits.js'
import { parseJsonBytes } from './parse-json.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body of a request to a private board as it was sent; absent if it has none, or it is not yet read. */
    sentBody?: Buffer
  }
}

/** A media type, with or without parameters (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(;|$)/

/** The methods whose bodies nothing reads. */
const BODILESS = ['GET', 'HEAD']

/** The memory that a chunk takes in addition to its bytes. A body can arrive in chunks of one byte. */
const CHUNK_OVERHEAD = 200

/** The reserved bytes, one total for each limit of a body. */
const totals = new Map<number, number>()

/** The size of the parts in which a body that was read early is read again. Other requests are served between them. */
const PART_SIZE = 65_536

const earlyBodies = new WeakMap<IncomingMessage, Buffer>()

/** Whether a request has content, according to its headers (RFC 9112, section 6.3). */
export function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || announcedLength(headers) > 0
}

/** Returns the length of a body in bytes that the client has announced; 0 if it has announced none. */
export function announcedLength({ 'content-length': length = '0' }: IncomingMessage['headers']): number {
  return Number(length)
}

/** Whether the body of a request is compressed (RFC 9110, section 8.4). */
export function isEncoded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
}

/** Whether a request has a JSON body, according to its media type. */
export function hasJsonType({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-type']?.toLowerCase().startsWith('application/json') === true
}

/**
 * Parses JSON bodies and rejects all others. An empty body of any media type is treated as no body (decision 7). Bodies
 * that are not UTF-8 (decision 39), too deep (decision 60) or compressed (decision 52) are rejected. Unknown properties
 * stay, and nothing reads them (decision 4).
 */
export const jsonBody = fp(async (app) => {
  app.removeAllContentTypeParsers()
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => BODILESS.includes(method))) return
    // The operation that reads files checks their coding itself.
    const refuse = route.schema?.body === undefined || readsFiles(route) ? [] : refuseEncoded
    route.preParsing = [prepareBody, refuse, route.preParsing ?? []].flat()
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
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    requireUnencoded(request)
    if (request.board.state !== null) request.sentBody = bytes
    done(null, parseJsonBytes(bytes, JSON_VALUES_MAX))
  })
})

/**
 * Gives the parsers what was read early. Chunked bodies always are, because Fastify would keep each chunk: 20 bodies in
 * chunks of one byte took 4 GB.
 *
 * Treats a `Content-Type` that is not a valid media type, for example one from an empty variable, as the type of unknown
 * bytes (RFC 9110, section 8.3). Fastify would refuse it before it checks whether there is a body.
 */
const prepareBody: preParsingHookHandler = (request, reply, payload, done) => {
  const { raw } = request
  const { 'content-type': type, 'transfer-encoding': coding } = raw.headers
  if (type !== undefined && !MEDIA_TYPE.test(type)) raw.headers['content-type'] = 'application/octet-stream'
  if (coding === undefined || request.isDryRun || !hasJsonType(raw)) done(null, earlyBody(raw) ?? payload)
  else readEarly(request, reply).then(() => done(null, earlyBody(raw) ?? payload), done)
}

/** Refuses an encoded body before it is read, so that it is not kept in memory. */
const refuseEncoded: preParsingHookHandler = (request, _reply, payload, done) => {
  if (announcedLength(request.headers) > 0) requireUnencoded(request)
  done(null, payload)
}

/** Whether a route reads files. The schema of its body is only for the document. */
function readsFiles({ schema }: { schema?: { body?: unknown } | undefined }): boolean {
  return 'content' in ((schema?.body ?? {}) as object)
}

/** Returns the bytes of a body that was read early, or `undefined`. */
export function earlyBytes(raw: IncomingMessage): Buffer | undefined {
  return earlyBodies.get(raw)
}

/** Returns the body that was read early, or `undefined`. */
export function earlyBody(raw: IncomingMessage): Readable | undefined {
  const body = earlyBytes(raw)
  return body && Readable.from(partsOf(body))
}

function* partsOf(body: Buffer) {
  for (let at = 0; at < body.length; at += PART_SIZE) yield body.subarray(at, at + PART_SIZE)
}

/**
 * Returns a function that reserves memory for a body, in bytes, until the response has ended.
 *
 * @param limit the maximum size of the body
 * @param max the maximum size of all bodies with this limit. By default, two of the largest fit.
 * @throws TooBusy from the function, if there is too little left
 */
export function reserveFor(response: ServerResponse, limit: number, max = Math.max(WAITING_BYTES_MAX, 2 * limit)) {
  let reserved = 0
  const reserve = (bytes: number) => {
    const total = (totals.get(limit) ?? 0) + bytes
    if (bytes > 0 && total > max) throw new TooBusy()
    totals.set(limit, total)
    reserved += bytes
  }
  // The client may have disconnected already.
  finished(response, () => reserve(-reserved))
  return reserve
}

/**
 * Reads a JSON body or an upload before its parser does, and limits the memory of all such bodies (decision 61). Other
 * bodies, and those that are too large by their length, stay unread.
 *
 * @param max the parameter of `reserveFor`
 * @throws TooBusy if the bodies of all requests take too much memory
 * @throws JsonTooLarge, UploadTooLarge if a body without `Content-Length` is too large
 */
export async function readEarly(request: FastifyRequest, reply: FastifyReply, max?: number): Promise<void> {
  const { raw, routeOptions, board } = request
  const { headers } = raw
  const isUpload = readsFiles(routeOptions)
  const limit = isUpload ? UPLOAD_BYTES_MAX : routeOptions.bodyLimit
  const isRead = (isUpload || hasJsonType(raw)) && hasContent(raw) && announcedLength(headers) <= limit
  if (!isRead || earlyBodies.has(raw)) return
  const chunks: Buffer[] = []
  let size = 0
  const reserve = reserveFor(reply.raw, limit, max)
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw isUpload ? new UploadTooLarge() : new JsonTooLarge(limit)
      reserve(chunk.length + CHUNK_OVERHEAD)
      chunks.push(chunk)
    }
  } catch (error) {
    // The client has disconnected.
    if (raw.destroyed) reply.hijack()
    throw error
  }
  const body = Buffer.concat(chunks)
  earlyBodies.set(raw, body)
  // A client can give up before the parser gets it.
  if (!isUpload && board.state !== null && size > 0 && !isEncoded(request)) request.sentBody = body
}

/** @throws EncodedBody if the body of a request is compressed (decision 52) */
export function requireUnencoded(request: FastifyRequest): void {
  if (isEncoded(request)) throw new EncodedBody()
}
