import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { EncodedBody, UnsupportedMediaType } from '../contract/errors.js'
import { EXCHANGE_TEXT_MAX, MAIN_THREAD_JSON_BYTES_MAX, WAITING_BYTES_MAX } from '../contract/limits.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { createWorkerQueue } from '../threads/worker-queue.js'
import { workerFile } from '../threads/worker-thread.js'
import { announcedLength } from './content.js'
import { readJson } from './json-reader.js'
import { EMPTY_SHAPE, type Shape, shapeOf } from './json-shape.js'
import { plugin } from './plugin.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body of a request to a private board as it was sent; `null` if it has none, or it is not yet read. */
    sentBody: SentBody | null
  }
}

export interface SentBody {
  /** A copy of the first bytes. The reader changes and moves the bytes of the body. */
  start: Buffer
  /** The length of the whole body in bytes. */
  length: number
}

/** The maximum number of bytes that are copied. A UTF-16 code unit has at most three bytes in UTF-8. */
const SENT_BYTES_MAX = 3 * EXCHANGE_TEXT_MAX

/** Returns what is recorded of a body. */
export function toSentBody(bytes: Buffer): SentBody {
  return { start: Buffer.from(bytes.subarray(0, SENT_BYTES_MAX)), length: bytes.length }
}

/** A large body and the shape that its operation accepts. */
export interface JsonJob {
  bytes: Uint8Array
  shape: Shape
}

/** A media type, with or without parameters (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(;|$)/

/** The memory limit of the worker thread in MiB. A body has at most 1 MiB. */
const WORKER_MEBIBYTES = 64

/**
 * Parses JSON bodies and rejects all others. An empty body of any media type is treated as no body (decision 7). Bodies
 * that are not UTF-8 (decision 39) or compressed (decision 52) are rejected. Only the properties that the schema of the
 * operation describes are kept (decision 4). Large bodies are parsed in a worker thread.
 */
export const jsonBody = plugin('json-body', [], async (app) => {
  const worker = createWorkerQueue<JsonJob, unknown>(workerFile('json-worker', import.meta.filename), {
    memory: WORKER_MEBIBYTES,
    queueMax: WAITING_BYTES_MAX,
  })
  app.addHook('onClose', () => worker.close())
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
      if (request.board !== DEFAULT_BOARD) request.sentBody = toSentBody(bytes)
      const shape = findShape(request)
      if (bytes.length <= MAIN_THREAD_JSON_BYTES_MAX) return readJson(bytes, shape)
      return worker.run({ bytes, shape })
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

/** Refuses an encoded body before it is read, so that clients with `Expect: 100-continue` do not send it. */
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

/** The shapes of bodies by the schema of their operation. */
const shapes = new WeakMap<object, Shape>()

function findShape({ routeOptions, server }: FastifyRequest): Shape {
  const schema = routeOptions.schema?.body as object | undefined
  if (schema === undefined) return EMPTY_SHAPE
  let shape = shapes.get(schema)
  if (shape === undefined) {
    shape = shapeOf(schema, (id) => server.getSchema(id))
    shapes.set(schema, shape)
  }
  return shape
}
