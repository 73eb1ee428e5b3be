import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/variant-path.js'

declare module 'node:http' {
  interface IncomingMessage {
    /** The last host in `X-Forwarded-Host`, which the proxy that sent the request has added. */
    proxyHost?: string | undefined
  }
}

/** Whether a method changes nothing (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

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
export function requestVariant({ routePath, url }: Pick<FastifyRequest, 'routePath' | 'url'>): string | undefined {
  return variantOf(routePath ?? pathOf(url))
}

/** The host in a request target that is an absolute URL. User information before it is not part of the host. */
const TARGET_HOST = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i

/**
 * Reduces lists in `X-Forwarded-Host` and `X-Forwarded-Proto` to their first entries, which are those of the client: each
 * proxy can add an entry at the end. Fastify would read the last one. It ignores both headers if it does not trust the
 * proxy.
 */
export function readForwarded(raw: IncomingMessage): void {
  const { headers } = raw
  for (const name of ['x-forwarded-host', 'x-forwarded-proto']) {
    if (headers[name] === undefined) continue
    const entries = String(headers[name])
      .toLowerCase()
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
    headers[name] = entries[0] ?? ''
    if (name === 'x-forwarded-host') raw.proxyHost = entries.at(-1)
  }
}

/**
 * Returns the host that a request names, with its port if it has one. The sources are, in this order:
 * `X-Forwarded-Host` from a trusted proxy, a request target that is an absolute URL (RFC 9112, section 3.2.2), and the
 * `Host` header. The text comes from the client and may not be valid. It is empty if the request names no host, as
 * HTTP/1.0 allows.
 */
export function requestHost({ host, originalUrl, raw }: FastifyRequest): string {
  const isForwarded = host !== (raw.headers.host ?? '')
  return (isForwarded ? undefined : TARGET_HOST.exec(originalUrl)?.[1]) ?? host
}

/** The host of a request. */
export interface RequestHost {
  /** The name or address as URLs normalise it, without the dot at the end of a name or the brackets of IPv6. */
  name: string
  port: number | undefined
}

/** A host name or an IP address with an optional port (RFC 9110, section 7.2). */
const HOST = /^([\w-][\w.-]*|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i

let last: { host: string; parsed: RequestHost | undefined } | undefined

/** Parses a host. Returns `undefined` if it is not valid. Remembers the last one: most requests have the same. */
export function parseHost(host: string): RequestHost | undefined {
  if (last?.host !== host) last = { host, parsed: parse(host) }
  return last.parsed
}

function parse(host: string): RequestHost | undefined {
  const [valid, , port] = HOST.exec(host) ?? []
  if (valid === undefined || !URL.canParse(`http://${host}`)) return undefined
  const { hostname } = new URL(`http://${host}`)
  return { name: hostname.replace(/\.$|[[\]]/g, ''), port: port === undefined ? undefined : Number(port) }
}

/** Whether a name or an address is reachable only from this machine (RFC 6890, section 2.2). */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** Returns a host as it is written in URLs. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Returns the host of URLs that reach a service on this machine which listens on an address. */
export function localUrlHost(address: string): string {
  return address === '0.0.0.0' || address === '::' ? 'localhost' : urlHost(address)
}
