import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { MethodNotAllowed } from '../errors.js'

export interface Methods {
  /** The methods that the path of a URL exists for, as `Allow` lists them, or `undefined` where there is no such path. */
  allowedAt(url: string): string | undefined
  /** Registers the refusals; to be called after all routes. */
  registerRefusals(): void
}

/**
 * Learns which paths exist for which methods, to answer 405 with `Allow` for the others (decision 27; RFC 9110, section
 * 15.5.6). Methods that no route has find none, and can be refused where that is noticed. The others may find another
 * route: `DELETE /tasks/summary` is not about a task of that name. So they have refusals as routes of their own, which pass no hook
 * of a variant, and never read a body.
 *
 * @param app the root, before any route is registered
 * @param maxParamLength as the application's own router has it
 */
export function collectMethods(app: FastifyInstance, maxParamLength: number): Methods {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    // OPTIONS on `*` is CORS's; `/docs/` is `/docs` once more, which Fastify tells only in part.
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

/** The refusal of a request whose path exists for the methods `allow` alone. */
export function refuseMethod(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyError {
  reply.header('allow', allow)
  return new MethodNotAllowed(request.method, allow)
}

/** Whether a path ends where an id should be, like `/tasks/`: the router takes nothing for a parameter. */
export function hasEmptyParameter({ params }: { params: unknown }): boolean {
  for (const name in params as object) if ((params as Record<string, string>)[name] === '') return true
  return false
}
