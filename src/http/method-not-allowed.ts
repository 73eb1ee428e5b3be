import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { MethodNotAllowed } from '../errors.js'

export interface Methods {
  /** The value of `Allow` for the path of a URL, `undefined` for an unknown path. */
  allowedAt(url: string): string | undefined
  /** Registers a refusal for every method that a path does not have. Call it after all routes are registered. */
  registerRefusals(): void
}

/**
 * Collects the methods of every path, so that all others get 405 with `Allow` (decision 27; RFC 9110, section 15.5.6).
 *
 * A method that no route has is not routed at all, and the error handler refuses it with `allowedAt`. Any other method needs a
 * refusal as a route: `DELETE /tasks/summary` would otherwise delete a task with the id `summary`. Refusals run no hooks of a variant
 * and read no body.
 *
 * This takes two steps and cannot be one plugin: Fastify reports routes only to hooks that were added before them, and accepts
 * the refusals only after the last route is known.
 *
 * @param app the root instance, before any route is registered
 * @param maxParamLength the same as in the options of the application
 */
export function collectMethods(app: FastifyInstance, maxParamLength: number): Methods {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    // The route `*` belongs to CORS. Fastify reports `/docs/` and `/docs` as two routes.
    const path = url.length > 1 ? url.replace(/\/$/, '') : url
    if (path !== '*') methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...[method].flat()])
  })

  const paths = findMyWay({ maxParamLength })

  return {
    allowedAt(url) {
      const found = paths.find('GET', url)
      return found === null || hasEmptyParameter(found) ? undefined : found.store
    },
    registerRefusals() {
      const methods = [...new Set([...methodsOf.values()].flat())] as HTTPMethod[]
      for (const [url, served] of [...methodsOf]) {
        const allow = [...new Set(served)].join(', ')
        paths.on('GET', url, () => {}, allow)
        app.route({
          method: methods.filter((method) => !served.includes(method)),
          url,
          schema: { hide: true },
          async onRequest(request, reply) {
            throw refuseMethod(request, reply, allow)
          },
          handler() {},
        })
      }
    },
  }
}

/** Sets `Allow` and returns the error for a method that a path does not have. */
export function refuseMethod(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyError {
  reply.header('allow', allow)
  return new MethodNotAllowed(request.method, allow)
}

/** Whether a path ends where an id should be, as `/tasks/` does. The router accepts an empty parameter. */
export function hasEmptyParameter({ params }: { params: unknown }): boolean {
  for (const name in params as object) if ((params as Record<string, string>)[name] === '') return true
  return false
}
