import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'
import { JSON_BODY_BYTES_MAX, UPLOAD_BYTES_MAX } from '../limits.js'
import type { Clock } from '../time.js'
import { sendClientError } from './error-handler.js'
import { requestId } from './headers.js'
import { schemaController } from './schema-controller.js'

/** The maximum size of the headers of a request in bytes, its target included. */
export const HEADERS_BYTES_MAX = 16_384

/** The options of the Fastify instance that concern HTTP. */
export function serverOptions(clock: Clock) {
  return {
    bodyLimit: JSON_BODY_BYTES_MAX,
    requestTimeout: 60_000,
    // A parameter may be as long as a target, so that an id that is too long is a validation error.
    routerOptions: { maxParamLength: HEADERS_BYTES_MAX },
    genReqId: requestId,
    // While the service stops, it still serves requests over open connections (see graceful-close.ts).
    return503OnClosing: false,
    http: {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: 30_000,
      // strict-request.ts checks the Host header, because Node refuses a missing one without a body.
      requireHostHeader: false,
      // Node notices a disconnect only on a connection that it reads. With this mark it reads a whole body while the request
      // waits for a slow fault.
      highWaterMark: UPLOAD_BYTES_MAX,
    },
    schemaController,
    clientErrorHandler: (error, socket) => sendClientError(error, socket, clock),
  } satisfies FastifyHttpOptions<Server>
}

/** The options of @fastify/cors: web pages may use every method, and read every header that the documents name. */
export const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  exposedHeaders: [
    'Location',
    'X-Request-Id',
    'Content-Disposition',
    'Allow',
    'WWW-Authenticate',
    'Retry-After',
  ],
  strictPreflight: false,
  maxAge: 600,
}
