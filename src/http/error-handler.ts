import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import {
  HeadersTooLarge,
  IncompleteBody,
  InternalError,
  isCatalogued,
  JsonTooLarge,
  MalformedRequest,
  OutcomeUnknown,
  PreconditionFailed,
  RangeNotSatisfiable,
  RequestTimeout,
  reasonPhrase,
  StoreUnavailable,
  TransferCodingRefused,
  UnsupportedMediaType,
  ValidationFailed,
} from '../contract/errors.js'
import { RETRY_AFTER_SECONDS } from '../contract/limits.js'
import type { ErrorBody } from '../contract/schemas/error.js'
import { type Clock, toTimestamp } from '../contract/time.js'
import type { ServedSocket } from './connections.js'
import { JSON_TYPE, SECURITY_HEADERS } from './headers.js'
import { isSafe, pathOf, requestPath } from './request-target.js'
import { collectInvalidFields } from './validation.js'

/** The client errors of Fastify, Node's HTTP parser and the file server, by code or status. */
const translations = new Map<string, (request?: FastifyRequest) => FastifyError>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', (request) => new JsonTooLarge(request?.routeOptions.bodyLimit)],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', () => new IncompleteBody()],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', (request) => new UnsupportedMediaType(acceptedType(request))],
  ['FST_ERR_HANDLER_TIMEOUT', () => new StoreUnavailable()],
  ['ECONNRESET', () => new IncompleteBody()],
  ['HPE_HEADER_OVERFLOW', () => new HeadersTooLarge()],
  ['412', () => new PreconditionFailed()],
  ['416', () => new RangeNotSatisfiable()],
  ['ERR_HTTP_REQUEST_TIMEOUT', () => new RequestTimeout()],
])

function acceptedType(request: FastifyRequest | undefined): string | undefined {
  const { content = {} } = (request?.routeOptions.schema?.body ?? {}) as { content?: object }
  return Object.keys(content)[0]
}

/**
 * Creates the body of an error response (specification, section 2).
 *
 * @param path the path of the request, without the query
 * @param now the timestamp of the error
 */
export function errorBody(error: FastifyError, path: string, now: string): ErrorBody {
  const status = error.statusCode ?? 500
  return {
    timestamp: now,
    status,
    error: reasonPhrase(status),
    message: error.message,
    path,
    ...(error instanceof ValidationFailed && { errors: error.fields }),
  }
}

/** Returns the catalogue error for a thrown error. Unexpected errors become a 500 that does not reveal the cause. */
function toCatalogue(error: FastifyError, request: FastifyRequest): FastifyError {
  if (error instanceof ValidationFailed) return collectInvalidFields(error, request)
  const translate = translations.get(error.code ?? String(error.statusCode))
  if (translate !== undefined) return translate(request)
  // A read can be repeated, although the service may have stored something, such as its log of requests.
  if (error instanceof OutcomeUnknown && isSafe(request.method)) return new StoreUnavailable()
  return isCatalogued(error) ? error : new InternalError()
}

/**
 * Reads and discards the rest of a refused body. If the connection closes after the response, the body comes first:
 * otherwise, the client would get a reset instead of the response. `requestTimeout` ends a body that is slow or endless.
 */
async function discardBody({ raw }: FastifyRequest, { raw: response }: FastifyReply): Promise<void> {
  raw.unpipe().resume()
  if (raw.complete || response.shouldKeepAlive) return
  await finished(raw, { writable: false }).catch(() => {})
}

/**
 * Overrides the `Connection: close` that Fastify sets when it rejects a body: the connection can serve the next request.
 *
 * Do not use `reply.removeHeader`: Node then sends neither `Connection` nor `Keep-Alive`. A client that asked to close
 * the connection would not get `Connection: close` (RFC 9112, section 9.6).
 */
function restoreConnection(reply: FastifyReply): void {
  const { server, raw } = reply
  if (!raw.shouldKeepAlive) return
  reply.header('connection', 'keep-alive')
  reply.header('keep-alive', `timeout=${Math.floor(server.server.keepAliveTimeout / 1000)}`)
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = toCatalogue(error, request)
  // The state of the connection is unknown.
  if (known instanceof MalformedRequest || known instanceof TransferCodingRefused) reply.header('connection', 'close')
  else if (reply.getHeader('connection') === 'close') restoreConnection(reply)
  if (known.statusCode === 503 && !(known instanceof OutcomeUnknown) && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', RETRY_AFTER_SECONDS)
  }
  if ((known.statusCode ?? 500) >= 500 && (known !== error || error.cause !== undefined)) {
    request.log.error({ err: error }, 'request failed')
  }
  const body = errorBody(known, requestPath(request), request.now())
  reply.code(body.status)
  const page = body.status === 404 ? reply.sendNotFoundPage?.(body.message) : undefined
  return page ?? reply.type(JSON_TYPE).send(body)
}

/**
 * Sends the response for a request that Node's HTTP parser rejects (decision 27): malformed HTTP (400), a request that
 * does not arrive in time (408), or headers that are too large (431). Fastify creates no request object for these. If the
 * request line arrived in an earlier packet, its path is unknown, and `/` stands for it.
 */
export function sendClientError(error: ConnectionError, socket: ServedSocket, clock: Clock): void {
  if (!socket.writable) return
  // The response to an earlier request, or to this one, may not be finished.
  const { _httpMessage: pending } = socket
  if (pending?.req.complete || pending?.headersSent) {
    pending.once('finish', () => socket.destroySoon())
    return
  }
  const known = translations.get(error.code)?.() ?? new MalformedRequest()
  // Node passes the unparsed bytes as a Buffer, but the type is that of a serialised Buffer.
  const packet = error.rawPacket as unknown as Buffer | undefined
  // If `rewriteUrl` has changed the target, Fastify stores that of the client in `originalUrl`.
  const started: (IncomingMessage & { originalUrl?: string }) | undefined = pending?.req
  const target = started?.originalUrl ?? started?.url ?? /^[A-Za-z]+ (\S+)/.exec(packet?.toString() ?? '')?.[1] ?? '/'
  const body = JSON.stringify(errorBody(known, pathOf(target), toTimestamp(clock())))
  socket.end(
    [
      `HTTP/1.1 ${known.statusCode} ${reasonPhrase(known.statusCode ?? 400)}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )
}

/** Sets the error handler. */
export const errorHandler = fp(async (app) => {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    await discardBody(request, reply)
    return sendError(error, request, reply)
  })
})
