import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/variant-path.js'

/** Whether a request target is a path or an absolute URL with valid percent-encoding (RFC 9112, section 3.2). */
export function isValidTarget(target: string, method: string | undefined): boolean {
  if (!/^(\/|https?:\/\/)/i.test(target) && !(target === '*' && method === 'OPTIONS')) return false
  return isDecodable(target)
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the URL to route. If the router cannot decode the request target, this is the path without the query, with `%25`
 * instead of each `%` in the segments that cannot be decoded. `strictRequest` then rejects the request in the scope of that
 * route, so the response has the headers of the route, and the journal has the request.
 */
export function routedUrl({ url = '/', method }: IncomingMessage): string {
  if (isValidTarget(url, method)) return url
  const [path = ''] = url.split('?')
  const decodable = path
    .split('/')
    .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/')
  return isValidTarget(decodable, method) ? decodable : '/'
}

/** Returns a request target without the origin. A target may be an absolute URL (RFC 9112, section 3.2.2). */
export function withoutOrigin(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
}

/** Returns the path of a request target without the query. */
export function pathOf(target: string): string {
  const path = withoutOrigin(target)
  const end = path.search(/[?#]/)
  return (end < 0 ? path : path.slice(0, end)) || '/'
}

/** Returns the path of a request as the client sent it, without the query (decision 27). */
export function requestPath(request: FastifyRequest): string {
  return pathOf(request.originalUrl)
}

/**
 * Returns the variant of a request, or `undefined` if it belongs to none. The route decides, because clients can encode
 * each letter of the path; a path without a route is taken as it is.
 */
export function requestVariant({
  routeOptions,
  url,
}: Pick<FastifyRequest, 'routeOptions' | 'url'>): string | undefined {
  return variantOf(routeOptions.url ?? pathOf(url))
}
