import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { BasePathMissing, MethodNotAllowed, PathNotFound } from '../contract/errors.js'
import { plugin } from './plugin.js'
import { pathOf } from './request-target.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the pattern of the path of a URL and the value of `Allow`; `undefined` if the path is unknown. */
    findPath(url: string): { pattern: string; allow: string } | undefined
  }
  interface FastifyRequest {
    /** The pattern of the path, also if the path has no such method; `undefined` if the path is unknown. */
    readonly routePath: string | undefined
  }
}

/**
 * Collects the methods of every path. All other methods return 405 with `Allow` (decision 27; RFC 9110, section
 * 15.5.6), before a hook of a variant runs and before the body is read.
 *
 * `refuseUnknown` refuses requests without a route. Paths that also match a pattern need routes that return 405:
 * otherwise `DELETE /tasks/summary` would delete a task with the id `summary`. Such routes for all paths took a tenth of
 * the processor time of a start, and 7 MB.
 *
 * @param app the root instance, before any route is registered
 * @param maxParamLength the value of `maxParamLength` in the options of the router
 * @returns registers these routes. Call it after all other routes are registered.
 */
export function collectMethods(app: FastifyInstance, maxParamLength: number): () => void {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    // The routes for OPTIONS belong to CORS. Fastify reports `/docs/` and `/docs` as two routes.
    const path = url.length > 1 ? url.replace(/\/$/, '') : url
    if (method !== 'OPTIONS') methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...[method].flat()])
  })

  const paths = findMyWay({ maxParamLength })
  const patterns = findMyWay({ maxParamLength })
  app.decorate('findPath', (url: string) => {
    const found = paths.find('GET', url)
    return found === null || hasEmptyParameter(found) ? undefined : found.store
  })
  app.decorateRequest('routePath', {
    getter(this: FastifyRequest) {
      return this.routeOptions.url ?? app.findPath(this.url)?.pattern
    },
  })

  return () => {
    const methods = [...new Set([...methodsOf.values()].flat())] as HTTPMethod[]
    for (const [pattern, served] of methodsOf) {
      paths.on('GET', pattern, () => {}, { pattern, allow: [...new Set(served)].join(', ') })
      if (/[:*]/.test(pattern)) patterns.on('GET', pattern, () => {}, pattern)
    }
    for (const [url, served] of [...methodsOf]) {
      if ((patterns.find('GET', url)?.store ?? url) === url) continue
      app.route({
        method: methods.filter((method) => !served.includes(method)),
        url,
        schema: { hide: true },
        async onRequest(request, reply) {
          throw refuseMethod(request, reply, app.findPath(url)?.allow ?? '')
        },
        handler() {},
      })
    }
  }
}

/** Sets `Allow`, and returns the error for a method that is not allowed. */
function refuseMethod(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyError {
  reply.header('allow', allow)
  return new MethodNotAllowed(request.method, allow)
}

/** Whether a path parameter is empty, as in `/tasks/`. The router accepts empty parameters. */
function hasEmptyParameter({ params }: { params: unknown }): boolean {
  for (const name in params as object) if ((params as Record<string, string>)[name] === '') return true
  return false
}

/**
 * Rejects requests with an unknown path or method before their body is read. `basePaths` are the base paths of the
 * variants.
 */
export const refuseUnknown = plugin<{ basePaths: readonly string[] }>('refuse-unknown', [], async (app, options) => {
  app.setNotFoundHandler(() => {
    throw new PathNotFound()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const allow = request.is404 ? app.findPath(request.url)?.allow : undefined
    if (allow !== undefined) return done(refuseMethod(request, reply, allow))
    done(request.is404 || hasEmptyParameter(request) ? pathNotFound(request, options.basePaths) : undefined)
  })
})

/** Returns the error for an unknown path. Many clients with an incomplete base URL request `/tasks` or `/login`. */
function pathNotFound({ url, board: { basePath } }: FastifyRequest, basePaths: readonly string[]): FastifyError {
  const path = `${pathOf(url)}/`
  if (basePaths.some((base) => path.startsWith(`${base}/`))) return new PathNotFound()
  return new BasePathMissing(basePaths.map((base) => basePath + base).join(', '))
}
