/** What the service refuses before it reads a body: other hosts, malformed requests, unknown paths and methods. */
import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import {
  BasePathMissing,
  ExpectationFailed,
  HostNotAllowed,
  MalformedRequest,
  MalformedUrl,
  MethodNotAllowed,
  PathNotFound,
  TransferCodingRefused,
} from '../contract/errors.js'
import { hostOf, isLoopback, parseHost, pathOf, requestHost } from './request-target.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts every host. Probes use the address of the service as the host. */
    acceptsAnyHost?: boolean
  }
  interface FastifyInstance {
    /** Returns the pattern of the path of a URL and the value of `Allow`; `undefined` if the path is unknown. */
    findPath(url: string): { pattern: string; allow: string } | undefined
  }
  interface FastifyRequest {
    /** The pattern of the path, also if the path has no such method; `undefined` if the path is unknown. */
    readonly routePath: string | undefined
    /** `routePath`, once it was read. */
    foundPath: string | undefined
  }
}

/** The names of hosts that the service accepts. With a dot at the start, a name includes its subdomains. */
export type AllowedHosts = readonly string[] | undefined

export interface HostSettings {
  /** Whether only clients on this machine can reach the service. */
  isLocal: boolean
  /** The value of PUBLIC_URL, if it is set. */
  publicUrl?: string | undefined
  /** The domain of the hosts of boards, if they have any. */
  boardHost?: string | undefined
  /** The value of ALLOWED_HOSTS. */
  allowedHosts: readonly string[]
}

/**
 * Returns the hosts that the service accepts, in addition to the loopback addresses, or `undefined` if it accepts all
 * hosts. A service for this machine accepts only hosts that lead to it by design. A web page can make its own host name
 * resolve to a loopback address (DNS rebinding). The browser would then send it all responses.
 */
export function chooseHosts({ isLocal, publicUrl, boardHost, allowedHosts }: HostSettings): AllowedHosts {
  if (!isLocal && allowedHosts.length === 0) return undefined
  return ['.localhost', ...(boardHost === undefined ? [] : [`.${boardHost}`]), ...hostOf(publicUrl), ...allowedHosts]
}

/** Whether the service accepts requests for a host, which can have a port. */
export function isHostAllowed(host: string, allowed: AllowedHosts): boolean {
  if (allowed === undefined) return true
  const name = parseHost(host)?.name
  if (name === undefined) return false
  // `.example.org` includes `example.org` and its subdomains.
  const includes = (entry: string) => (entry.startsWith('.') ? `.${name}`.endsWith(entry) : name === entry)
  return isLoopback(name) || allowed.some(includes)
}

/**
 * Returns the error for a request to another host (decision 75). Requests without a host (HTTP/1.0) do not come from
 * browsers. In a list of `X-Forwarded-Host`, a web page can choose the first host, which counts, but not the last one.
 */
export function refuseHost(request: FastifyRequest, allowed: AllowedHosts): FastifyError | undefined {
  if (allowed === undefined) return undefined
  const host = requestHost(request)
  const { headers, proxyHost = host } = request.raw
  const hosts = host === headers['x-forwarded-host'] ? [host, proxyHost] : [host]
  const refused = hosts.find((each) => each !== '' && !isHostAllowed(each, allowed))
  // Fastify creates `routeOptions` with each use.
  if (refused === undefined || request.routeOptions.config.acceptsAnyHost) return undefined
  return new HostNotAllowed(refused)
}

/**
 * Returns the error for a malformed request that Node's parser accepts, and for an unknown expectation (decisions 27, 69
 * and 125).
 */
export function refuseMalformed(request: FastifyRequest): FastifyError | undefined {
  const { raw } = request
  const { 'transfer-encoding': coding, expect } = raw.headers
  if (raw.hasMalformedTarget) return new MalformedUrl()
  // HTTP/1.1 requires exactly one Host header (RFC 9112, section 3.2). Node accepts several and uses the first.
  const hosts = countHosts(raw)
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) return new MalformedRequest()
  // Node's parser rejects a request whose last coding is not `chunked`, but it accepts and ignores other codings before
  // that: coded bytes would be read as the body (RFC 9112, section 6.1).
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return new TransferCodingRefused()
  // Servers ignore expectations of HTTP/1.0 (RFC 9110, section 10.1.1).
  const isExpected = expect === undefined || raw.httpVersion === '1.0' || /^[\s,]*(100-continue[\s,]*)?$/i.test(expect)
  if (!isExpected) return new ExpectationFailed()
  const host = requestHost(request)
  return host === '' || parseHost(host) !== undefined ? undefined : new MalformedRequest()
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
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

  let served: ReadonlyMap<string, readonly string[]> = methodsOf
  let paths: ReturnType<typeof findMyWay> | undefined
  app.decorate('findPath', (url: string) => {
    // Only requests without a route need it. It would be a part of the time of a start.
    paths ??= createPaths(served, maxParamLength)
    const found = paths.find('GET', url)
    return found === null || hasEmptyParameter(found) ? undefined : found.store
  })
  app.decorateRequest('foundPath', undefined)
  app.decorateRequest('routePath', {
    getter(this: FastifyRequest) {
      // Fastify creates `routeOptions` with each use.
      this.foundPath ??= this.routeOptions.url ?? app.findPath(this.url)?.pattern
      return this.foundPath
    },
  })

  return () => {
    served = new Map(methodsOf)
    const methods = [...new Set([...served.values()].flat())] as HTTPMethod[]
    const isPattern = (path: string) => /[:*]/.test(path)
    const toExpression = (path: string) => path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')
    const patterns = new RegExp(`^(${[...served.keys()].filter(isPattern).map(toExpression).join('|')})$`)
    for (const [url, own] of served) {
      if (isPattern(url) || !patterns.test(url)) continue
      app.route({
        method: methods.filter((method) => !own.includes(method)),
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

function createPaths(methodsOf: ReadonlyMap<string, readonly string[]>, maxParamLength: number) {
  const paths = findMyWay({ maxParamLength })
  for (const [pattern, served] of methodsOf) {
    paths.on('GET', pattern, () => {}, { pattern, allow: [...new Set(served)].join(', ') })
  }
  return paths
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
 * Rejects requests with an unknown path or method before their body is read, unless a drill has read it. `basePaths` are
 * the base paths of the variants.
 */
export const refuseUnknown = fp<{ basePaths: readonly string[] }>(async (app, options) => {
  app.setNotFoundHandler(() => {
    throw new PathNotFound()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !hasEmptyParameter(request)) return done()
    const allow = request.is404 ? app.findPath(request.url)?.allow : undefined
    done(allow === undefined ? pathNotFound(request, options.basePaths) : refuseMethod(request, reply, allow))
  })
})

/** Returns the error for an unknown path. Many clients with an incomplete base URL request `/tasks` or `/login`. */
function pathNotFound({ url, board: { basePath } }: FastifyRequest, basePaths: readonly string[]): FastifyError {
  const path = `${pathOf(url)}/`
  // A path of the server below the path of a board, such as `/b/<id>/metrics`, keeps that of the board.
  if (['/b', ...basePaths].some((base) => path.startsWith(`${base}/`))) return new PathNotFound()
  return new BasePathMissing(basePaths.map((base) => basePath + base).join(', '))
}
