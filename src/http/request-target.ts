import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/variant-path.js'

declare module 'node:http' {
  interface IncomingMessage {
    /** The last host in `X-Forwarded-Host`, which the proxy that sent the request has added. */
    proxyHost?: string | undefined
    /** Whether the request target is malformed. The routed one then differs from it. */
    hasMalformedTarget?: boolean
    /** The board id at the start of the request target. It is not validated yet. */
    boardId?: string
  }
}

/** `/b/<id>` at the start of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). */
const BOARD_PREFIX = /^([a-zA-Z]+:\/\/[^/?#]*)?\/b\/([^/?#]*)/

/** The paths that exist on the server but not on boards. */
const SERVER_PATHS = /^\/(boards|class|classes|defects|control|metrics|arazzo\.(json|yaml)|b)(?![^/?#])/

/** Whether a path exists on the server but not on boards. The path must be validly encoded. */
export function isServerPath(path: string): boolean {
  return SERVER_PATHS.test(decodeURIComponent(path))
}

/** Whether a method changes nothing (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** Whether a request target is a path or an absolute URL with valid percent-encoding (RFC 9112, section 3.2). */
function isValidTarget(target: string, method: string | undefined): boolean {
  if (!/^(\/|https?:\/\/)/i.test(target) && !(target === '*' && method === 'OPTIONS')) return false
  return decode(target) !== undefined
}

/** Decodes a percent-encoded text. Returns `undefined` if it is not validly encoded. */
export function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the URL to route: the request target without the prefix of a board, whose id it stores in `request.boardId`, so
 * that routes need no code for boards.
 */
export function routedUrl(request: IncomingMessage): string {
  const { url = '/', method } = request
  if (isValidTarget(url, method)) return stripBoardPrefix(request, url)
  request.hasMalformedTarget = true
  return stripBoardPrefix(request, repairTarget(url, method))
}

/**
 * Returns the path of a request target that the router cannot decode, without the query, with `%25` instead of each `%` in
 * the segments that cannot be decoded. `refuseMalformed` then rejects the request in the scope of that route, so the
 * response has the headers of the route, and the log has the request.
 */
function repairTarget(url: string, method: string | undefined): string {
  const [path = ''] = url.split('?')
  const decodable = path
    .split('/')
    .map((segment) => (decode(segment) === undefined ? segment.replaceAll('%', '%25') : segment))
    .join('/')
  return isValidTarget(decodable, method) ? decodable : '/'
}

function stripBoardPrefix(request: IncomingMessage, target: string): string {
  if (!target.includes('/b/')) return target
  const [prefix, origin = '', id] = BOARD_PREFIX.exec(target) ?? []
  if (prefix === undefined) return target
  const rest = target.slice(prefix.length)
  // There is no route for the unchanged target, so the response is 404.
  if (isServerPath(rest)) return target
  request.boardId = id as string
  return origin + (rest.startsWith('/') ? rest : `/${rest}`)
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
  if (originalUrl.startsWith('/')) return host
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

/** Returns a function of a host that remembers its last result, because most requests have the host of the one before. */
export function rememberLast<Result>(compute: (host: string) => Result): (host: string) => Result {
  let last: { host: string; result: Result } | undefined
  return (host) => {
    if (last?.host !== host) last = { host, result: compute(host) }
    return last.result
  }
}

/** Parses a host. Returns `undefined` if it is not valid. */
export const parseHost = rememberLast(parse)

function parse(host: string): RequestHost | undefined {
  const [valid, , port] = HOST.exec(host) ?? []
  if (valid === undefined || !URL.canParse(`http://${host}`)) return undefined
  const { hostname } = new URL(`http://${host}`)
  return { name: hostname.replace(/\.$|[[\]]/g, ''), port: port === undefined ? undefined : Number(port) }
}

/** Returns the name of the host in a URL, without brackets; an empty list if there is none. */
export function hostOf(url: string | undefined): string[] {
  const host = url !== undefined && URL.canParse(url) ? parseHost(new URL(url).host) : undefined
  return host === undefined ? [] : [host.name]
}

/**
 * Returns the part of a host before a domain, or `undefined` if the host is not below the domain. Case, a port and dots
 * at the end do not matter. The host need not be valid, so that a malformed name below the domain is recognised too.
 *
 * @param domain a host name in lower case
 */
export function labelBelow(domain: string, host: string): string | undefined {
  const name = host
    .toLowerCase()
    .replace(/:[^:\]]*$/, '')
    .replace(/(?<!\.)\.+$/, '')
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : undefined
}

/** Whether a name or an address is reachable only from this machine (RFC 6890, section 2.2). */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (name.startsWith('127.') && isIPv4(name))
}

/** Returns a host as it is written in URLs. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Returns the host of URLs that reach a service on this machine which listens on an address. */
export function localUrlHost(address: string): string {
  return address === '0.0.0.0' || address === '::' ? 'localhost' : urlHost(address)
}
