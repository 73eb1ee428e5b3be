import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { MethodNotAllowed } from '../errors.js'

/**
 * Answers 405 with `Allow` on every path that exists for other methods (decision 27; RFC 9110, section
 * 15.5.6). The answers are routes of their own, so that they pass no hook of a variant and a body is
 * never read for them, and so that `/tasks/summary` is not taken for a task's id.
 *
 * @param app the root, before any route is registered
 * @returns registers the answers; to be called after all routes
 */
export function collectMethods(app: FastifyInstance): () => void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    // OPTIONS on `*` is CORS's; `/docs/` is `/docs` once more, which Fastify tells only in part.
    const path = url.length > 1 ? url.replace(/\/$/, '') : url
    if (path !== '*') methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...[method].flat()])
  })

  return () => {
    for (const [url, served] of [...methodsOf]) {
      const allow = [...new Set(served)].join(', ')
      app.route({
        method: app.supportedMethods.filter((method) => !served.includes(method)),
        url,
        schema: { hide: true },
        async onRequest(request, reply) {
          reply.header('allow', allow)
          throw new MethodNotAllowed(request.method, allow)
        },
        handler() {},
      })
    }
  }
}
