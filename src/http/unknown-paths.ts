import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { BasePathMissing, MethodNotAllowed, PathNotFound } from '../contract/errors.js'
import { plugin } from './plugin.js'
import { pathOf } from './request-target.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the path, also if the path has no such method; `undefined` for unknown paths. */
    readonly routePath: string | undefined
  }
}

export interface Methods {
  /** Returns the value of `Allow` for the path of a URL, or `undefined` if the path is unknown. */
  allowedAt(url: string): string | undefined
  /** Completes the table of methods. Call it after all other routes are registered. */
  registerRefusals(): void
}

/**
 * Collects the methods of every path. All other methods return 405 with `Allow` (decision 27; RFC 9110, section
 * 15.5.6), before a hook of a variant runs and before the body is read.
 *
 * `refuseUnknown` calls `allowedAt` for requests without a route. A path that also matches a pattern needs routes that
 * return 405: otherwise `DELETE /tasks/summary` would delete a task with the id `summary`. Such routes for all paths took
 * a tenth of the processor time of a start, and 7 MB.
 *
 * This is not a plugin, because it has two steps: the `onRoute` hook must be added before the first route, and the 405
 * routes after the last.
 *
 * @param app the root instance, before any route is registered
 * @param maxParamLength the value of `maxParamLength` in the options of the router
 */
export function collectMethods(app: FastifyInstance, maxParamLength: number): Methods {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    // The routes for OPTIONS belong to CORS. Fastify reports `/docs/` and `/docs` as two routes.
    const path = url.length > 1 ? url.replace(/\/$/, '') : url
    if (method !== 'OPTIONS') methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...[method].flat()])
  })

  const paths = findMyWay({ maxParamLength })
  const patterns = findMyWay({ maxParamLength })

  function findPath(url: string): { url: string; allow: string } | undefined {
    const found = paths.find('GET', url)
    return found === null || hasEmptyParameter(found) ? undefined : found.store
  }

  app.decorateRequest('routePath', {
    getter(this: FastifyRequest) {
      return this.routeOptions.url ?? findPath(this.url)?.url
    },
  })

  return {
    allowedAt: (url) => findPath(url)?.allow,
    registerRefusals() {
      const methods = [...new Set([...methodsOf.values()].flat())] as HTTPMethod[]
      for (const [url, served] of methodsOf) {
        paths.on('GET', url, () => {}, { url, allow: [...new Set(served)].join(', ') })
        if (/[:*]/.test(url)) patterns.on('GET', url, () => {}, url)
      }
      for (const [url, served] of [...methodsOf]) {
        if ((patterns.find('GET', url)?.store ?? url) === url) continue
        app.route({
          method: methods.filter((method) => !served.includes(method)),
          url,
          schema: { hide: true },
          async onRequest(request, reply) {
            throw refuseMethod(request, reply, findPath(url)?.allow ?? '')
          },
          handler() {},
        })
      }
    },
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

export interface UnknownPathsOptions extends Pick<Methods, 'allowedAt'> {
  /** The base paths of the variants. */
  basePaths: readonly string[]
}

/** Rejects requests with an unknown path or method before their body is read. */
export const refuseUnknown = plugin<UnknownPathsOptions>('refuse-unknown', [], async (app, options) => {
  const { basePaths, allowedAt } = options
  app.setNotFoundHandler(() => {
    throw new PathNotFound()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const allow = request.is404 ? allowedAt(request.url) : undefined
    if (allow !== undefined) return done(refuseMethod(request, reply, allow))
    done(request.is404 || hasEmptyParameter(request) ? pathNotFound(request, basePaths) : undefined)
  })
})

/** Returns the error for an unknown path. Many clients with an incomplete base URL request `/tasks` or `/login`. */
function pathNotFound({ url, board: { basePath } }: FastifyRequest, basePaths: readonly string[]): FastifyError {
  const path = `${pathOf(url)}/`
  if (basePaths.some((base) => path.startsWith(`${base}/`))) return new PathNotFound()
  return new BasePathMissing(basePaths.map((base) => basePath + base).join(', '))
}
