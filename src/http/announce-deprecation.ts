import type { FastifyInstance } from 'fastify'
import type { Deprecation } from '../editions/edition.js'
import { exposeHeaders } from './headers.js'

/**
 * Adds headers to all responses of a scope that tell clients to move to another edition: `Deprecation` (RFC 9745),
 * `Sunset` (RFC 8594), and a `Link` to the documentation page, which describes the edition.
 */
export function announceDeprecation(scope: FastifyInstance, { since, sunset }: Deprecation): void {
  const deprecation = `@${since.getTime() / 1000}`
  scope.addHook('onRequest', (request, reply, done) => {
    const docs = `${request.board.basePath}/docs`
    reply.headers({
      deprecation,
      sunset: sunset.toUTCString(),
      link: `<${docs}>; rel="deprecation"; type="text/html"`,
    })
    exposeHeaders(reply, 'Deprecation', 'Sunset', 'Link')
    done()
  })
}
