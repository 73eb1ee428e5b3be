import type { FastifyRequest, FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import { CrossOriginRefused } from '../contract/errors.js'
import { errors } from '../contract/schemas/responses.js'
import { isSafe, requestHost } from './request-target.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `false` makes @fastify/cors omit its headers. */
    cors?: false
  }
}

export interface CrossOriginOptions {
  /** The origins whose web pages may use the scope; `*` adds no origin. */
  corsOrigin: string | string[]
  /** The value of PUBLIC_URL, if it is set. */
  publicUrl: string | undefined
}

const REFUSAL = 'Web pages of other origins get this response, unless the server allows their origin.'

/**
 * Refuses web pages of other origins in its scope: they can neither read responses nor change anything (decision 74).
 * A form needs no permission to send a request, so the check of CORS alone is not enough.
 */
export const refuseCrossOrigin = fp<CrossOriginOptions>(async (scope, options) => {
  const origins = [options.corsOrigin].flat()
  const named = origins.includes('*') ? [] : origins
  const trusted = new Set([...named, ...originOf(options.publicUrl)])
  const roots = new Set<string>()

  scope.addHook('onRoute', (route) => {
    const isWrite = [route.method].flat().some((method) => !isSafe(method))
    if (isWrite) route.schema = documentRefusal(route.schema ?? {})
    if (named.length > 0) return
    route.config = { ...route.config, cors: false }
    const root = route.url.replace(/(?<=.)\/.*/, '')
    if (roots.has(root)) return
    roots.add(root)
    // Otherwise, preflight requests reach the route of @fastify/cors for all paths, which allows all origins.
    for (const path of [root, `${root}/*`]) {
      scope.options(path, { schema: { hide: true } }, (_request, reply) => reply.code(204).send())
    }
  })

  scope.addHook('onRequest', (request, reply, done) => {
    reply.header('cross-origin-resource-policy', 'same-origin')
    const isRefused = !isSafe(request.method) && !trusted.has(request.headers.origin ?? '') && isCrossOrigin(request)
    done(isRefused ? new CrossOriginRefused() : undefined)
  })
})

function documentRefusal(schema: FastifySchema) {
  const response = schema.response as Partial<Record<number, { description: string }>> | undefined
  const reason = response?.[403]?.description
  const description = reason === undefined ? REFUSAL : `${reason} ${REFUSAL}`
  return { ...schema, response: { ...response, ...errors({ 403: description }) } }
}

/**
 * Whether a request comes from a web page of another origin. Browsers send `Sec-Fetch-Site` to https and to loopback
 * addresses, and otherwise only `Origin`. Other clients send neither. A page of the same site can have another port, or
 * the host of a board.
 */
function isCrossOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === requestHost(request).toLowerCase())
}

function originOf(url: string | undefined): string[] {
  return url !== undefined && URL.canParse(url) ? [new URL(url).origin] : []
}
