import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The host of a request. */
export interface RequestHost {
  /** The name or address as URLs normalise it, without the dot at the end of a name or the brackets of IPv6. */
  name: string
  port: number | undefined
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The last host in `X-Forwarded-Host`, which the proxy that sent the request has added. */
    proxyHost?: string | undefined
  }
}

/** A host name or an IP address with an optional port (RFC 9110, section 7.2). */
const HOST = /^([\w-][\w.-]*|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i

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

/** Parses a host. Returns `undefined` if it is not valid. */
export function parseHost(host: string): RequestHost | undefined {
  const [valid, , port] = HOST.exec(host) ?? []
  if (valid === undefined || !URL.canParse(`http://${host}`)) return undefined
  const { hostname } = new URL(`http://${host}`)
  return { name: hostname.replace(/\.$|[[\]]/g, ''), port: port === undefined ? undefined : Number(port) }
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
