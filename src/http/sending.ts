/** What happens to responses before they are sent: those that come too late or wait in memory, and compression. */
import type { ReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import Negotiator from 'negotiator'
import pLimit from 'p-limit'
import { OutcomeUnknown, StoreUnavailable, TooBusy } from '../contract/errors.js'
import {
  COMPRESSED_BYTES_MIN,
  RESPONSES_BYTES_MAX,
  RETRY_AFTER_SECONDS,
  SMALL_RESPONSE_BYTES_MAX,
} from '../contract/limits.js'
import { errorBody } from './error-handler.js'
import { addVary, JSON_TYPE } from './headers.js'
import { requestPath } from './request-target.js'

export interface SendingOptions {
  /** The maximum total size of response bodies that wait, in bytes. The default depends on the size of the heap. */
  responsesMax?: number | undefined
}

/** The number of bytes that a UTF-16 unit takes at most in UTF-8. */
const UTF8_BYTES_MAX = 3

/** The part of the heap that the bodies of responses may take. */
const HEAP_PART = 1 / 4

/**
 * Limits the memory of response bodies that wait until their client reads them (decision 79). Without the limit, 300
 * clients that requested a task of 12 MiB and did not read it took 5.4 GB, and ended the process. One response is always
 * sent, and so are small responses. Streams do not count, because only a part of them is in memory.
 */
export const waitingResponses = fp<SendingOptions>(async (app, options) => {
  const { responsesMax = Math.min(RESPONSES_BYTES_MAX, getHeapStatistics().heap_size_limit * HEAP_PART) } = options
  let total = 0
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = sizeOf(payload)
    if (bytes <= SMALL_RESPONSE_BYTES_MAX || request.raw.dryRun !== undefined) return done(null, payload)
    if (total > 0 && total + bytes > responsesMax) return done(new TooBusy())
    total += bytes
    finished(reply.raw, () => {
      total -= bytes
    })
    done(null, payload)
  })
})

/** Returns the size of a body that waits in memory, in bytes. That of a short text is its maximum, which takes no time. */
function sizeOf(payload: unknown): number {
  if (typeof payload !== 'string') return Buffer.isBuffer(payload) ? payload.length : 0
  const max = payload.length * UTF8_BYTES_MAX
  return max <= SMALL_RESPONSE_BYTES_MAX ? max : Buffer.byteLength(payload)
}

/** The headers that belong to the response that is replaced. */
const REPLACED = ['location', 'content-disposition', 'content-length', 'www-authenticate', 'allow']

/**
 * Replaces responses by a 503 while it is not certain that this process still serves the database: what they show can be
 * wrong by now, for example because the process stood still. Call it after the scope has its other hooks.
 */
export function refuseLate(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    const confirmed = reply.statusCode >= 500 ? undefined : scope.store.confirm()
    if (confirmed === undefined) return done(null, payload)
    const refuse = (cause: Error) => {
      for (const name of REPLACED) if (reply.hasHeader(name)) reply.removeHeader(name)
      // What a successful response shows is stored, but another process may serve the database now.
      if (reply.statusCode < 400) return done(new OutcomeUnknown({ cause }))
      // Fastify has handled one error, and handles no other.
      reply.code(503).headers({ 'content-type': JSON_TYPE, 'retry-after': RETRY_AFTER_SECONDS })
      done(null, JSON.stringify(errorBody(new StoreUnavailable(), requestPath(request), request.now())))
    }
    confirmed.then(() => done(null, payload), refuse)
  })
}

/** The content codings, the best first (RFC 9110, section 8.4.1). */
const CODINGS = ['br', 'gzip'] as const
type Coding = (typeof CODINGS)[number]

/** The options of a quality of Brotli. Higher ones take many times as long and save little. The default is the highest. */
const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const BROTLI = brotli(4)
const FAST_BROTLI = brotli(1)
const FAST_GZIP = { level: 1 }

/**
 * The maximum size of a text that is compressed at once. A list of 20 tasks takes 30 µs of the main thread, as much as
 * passing it to a thread, and then 160 µs less of the processor (measured with Node.js 20).
 */
const SHORT_BYTES_MAX = 32_768

const COMPRESS_SHORT: Record<Coding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, FAST_BROTLI),
  gzip: (text) => gzipSync(text, FAST_GZIP),
}

/** The media types of the service whose content gets much shorter. An event stream is never complete. */
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|yaml|javascript)|image\/svg)/

/**
 * The maximum number of responses that are compressed at the same time. It equals the number of threads of libuv, which do
 * the work: a response that waits for a thread has a compressor of more than 1 MB.
 *
 * @fastify/compress has a compressor for each response until its client has read it. Measured with 9.2: 1,000 requests for
 * an OpenAPI document at the same time took 370 MB and 11 s (here 50 MB and 3 s), and 300 clients that did not read the
 * file of a page took 1.1 GB (here 10 MB). It also sends no `Vary` with small responses, no headers of a compressed
 * response to HEAD, and a strong entity tag.
 */
const COMPRESSORS = 4

const compressor = pLimit(COMPRESSORS)
const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

const COMPRESS: Record<Coding, (content: string | Buffer) => Promise<Buffer>> = {
  br: (content) => compressor(() => compressWithBrotli(content, BROTLI)),
  gzip: (content) => compressor(() => compressWithGzip(content)),
}

/** The compressed files of pages. There are few, and they rarely change. */
const compressedFiles = new Map<string, Promise<Buffer>>()

/**
 * Compresses a file, once for all responses.
 *
 * @param version changes with the content of the file
 */
function compressFile(file: string, version: string, coding: Coding): Promise<Buffer> {
  const key = JSON.stringify([file, version, coding])
  const bytes = compressedFiles.get(key) ?? readFile(file).then(COMPRESS[coding])
  compressedFiles.set(key, bytes)
  bytes.catch(() => compressedFiles.delete(key))
  return bytes
}

/**
 * Compresses responses of `COMPRESSED_BYTES_MIN` bytes or more if the client accepts it (decision 126). These are the
 * texts of `GET` and the files of pages. Responses with tokens, downloads and event streams are never compressed.
 *
 * The hook belongs to each route, because those run after the hooks of plugins: faults and defects change the text, not
 * the compressed bytes. zlib works in threads of its own.
 */
export const compression = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    const others = [route.onSend ?? []].flat()
    if (methods.includes('GET')) route.onSend = [...others, compress]
    // The hook of Fastify replaces the body by its length.
    else if (methods.includes('HEAD')) route.onSend = [compress, ...others]
  })
})

const compress: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isText = typeof payload === 'string'
  const isFile = !isText && isFileStream(reply, payload)
  // The response without a body has the headers of the response with one (RFC 9110, section 15.4.5).
  if (reply.statusCode === 304) addVary(reply, 'Accept-Encoding')
  if (!(isText || isFile) || !mayCompress(reply)) return done(null, payload)
  // Small responses have it too, so that it does not reveal the size, which faults and defects change.
  addVary(reply, 'Accept-Encoding')
  if (request.raw.headers['accept-encoding'] === undefined) return done(null, payload)
  const size = isText ? Buffer.byteLength(payload) : Number(reply.getHeader('content-length'))
  const coding = size < COMPRESSED_BYTES_MIN ? undefined : chooseCoding(request)
  if (coding === undefined) return done(null, payload)
  markCompressed(reply, coding)
  reply.removeHeader('content-length')
  if (isText && size <= SHORT_BYTES_MAX) return done(null, COMPRESS_SHORT[coding](payload))
  if (isText) return void COMPRESS[coding](payload).then((bytes) => done(null, bytes), done)
  // The payload of HEAD is empty, and does not name the file.
  if (request.method === 'HEAD') return done(null, payload)
  const file = (payload as ReadStream).destroy()
  const version = String(reply.getHeader('etag'))
  compressFile(String(file.path), version, coding).then((bytes) => done(null, Readable.from(bytes)), done)
}

/** Whether a payload is a static file. Other streams are never complete, or have a length that the client needs. */
function isFileStream(reply: FastifyReply, payload: unknown): boolean {
  return typeof (payload as Readable | null)?.pipe === 'function' && reply.hasHeader('last-modified')
}

function mayCompress(reply: FastifyReply): boolean {
  return (
    reply.statusCode !== 206 &&
    !reply.hasHeader('content-encoding') &&
    !reply.hasHeader('content-disposition') &&
    reply.getHeader('cache-control') !== 'no-store' &&
    COMPRESSIBLE.test(String(reply.getHeader('content-type')))
  )
}

interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined
}

/** Returns the coding that the client prefers, the best one if it prefers several, or `undefined`. */
function chooseCoding({ raw }: FastifyRequest): Coding | undefined {
  const negotiator: EncodingNegotiator = new Negotiator(raw)
  const chosen = negotiator.encoding([...CODINGS, 'identity'], { preferred: CODINGS })
  return CODINGS.find((coding) => coding === chosen)
}

/** Sets the headers that differ from those of the uncompressed response. */
function markCompressed(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding)
  // Ranges are of the uncompressed file.
  reply.removeHeader('accept-ranges')
  // A strong entity tag would promise the same bytes (RFC 9110, section 8.8.3.3).
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
}
