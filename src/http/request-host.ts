import { isIPv4 } from 'node:net'

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
