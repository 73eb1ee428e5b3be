/** What all routes share: connections, headers, bodies, validation and errors. @module */

import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'
import { JSON_BODY_BYTES_MAX } from '../contract/limits.js'
import type { Clock } from '../contract/time.js'
import { sendClientError } from './error-handler.js'
import { requestId } from './headers.js'
import { schemaController } from './validation.js'

/** The maximum size of the request headers in bytes, including the request target. */
export const HEADERS_BYTES_MAX = 16_384

/** The options of connections. */
export const CONNECTION = {
  // The defaults of node:http, which differ from those of node:net.
  allowHalfOpen: true,
  noDelay: true,
}

/**
 * Requests to upgrade, such as those of Java's `HttpClient`, are served like all others (decision 125). The types and
 * versions of Node before 24.9 do not know the option. These versions drop the bytes that arrive together with such a
 * request.
 */
const NO_UPGRADES = { shouldUpgradeCallback: () => false }

/** Returns the options of the Fastify instance for HTTP. */
export function serverOptions(clock: Clock) {
  return {
    bodyLimit: JSON_BODY_BYTES_MAX,
    requestTimeout: 60_000,
    // The router must not reject long parameters: an id that is too long is a validation error.
    routerOptions: { maxParamLength: HEADERS_BYTES_MAX },
    genReqId: requestId,
    // While the service stops, it still serves requests on open connections (graceful-close.ts).
    return503OnClosing: false,
    http: {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: 30_000,
      // refusals.ts checks the Host header, because the 400 of Node has no body.
      requireHostHeader: false,
      ...CONNECTION,
      ...NO_UPGRADES,
    },
    schemaController,
    clientErrorHandler: (error, socket) => sendClientError(error, socket, clock),
  } satisfies FastifyHttpOptions<Server>
}

/** The options of @fastify/cors. Web pages may use every method, and read every documented header. */
export const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  // As a text, because @fastify/cors joins a list for each response.
  exposedHeaders: 'Location, X-Request-Id, Content-Disposition, Allow, WWW-Authenticate, Retry-After',
  strictPreflight: false,
  maxAge: 600,
}
