import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** An address as some proxies write it in `X-Forwarded-For`: `192.0.2.1:5678`, `[2001:db8::1]` or `[2001:db8::1]:5678`. */
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/

/** An IPv4 address as an IPv6 address, in a URL: its two halves (RFC 4291, section 2.5.5.2). */
const MAPPED = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/

/** The number of groups of an IPv6 address, and of those that name its network. */
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Returns the address of the client of a request, as a key for rate limits. All spellings of an address have the same
 * key, and so do the IPv6 addresses of one /64 network.
 *
 * An entry of `X-Forwarded-For` that is not an address does not count: the key is then the address of the proxy that
 * sent it (decision 68). A disconnected client has no address.
 */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  // The addresses start with that of the connection, and end with that of the client.
  const entries = request.ips ?? [request.ip]
  const address = entries.map(readAddress).findLast((found) => found !== undefined)
  return address === undefined ? '' : networkOf(address)
}

/** Returns the address in an entry, or `undefined` if it has none. */
function readAddress(entry = ''): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(entry) ?? []
  const address = v6 ?? v4 ?? entry
  return isIP(address) === 0 ? undefined : address
}

/** Returns an IPv4 address, which can be mapped to IPv6, or the /64 network of an IPv6 address. */
function networkOf(address: string): string {
  if (isIPv4(address)) return address
  // URLs have the shortest spelling of an address, and no zone.
  const { hostname } = new URL(`http://[${address.replace(/%.*/s, '')}]`)
  const halves = MAPPED.exec(hostname)?.slice(1)
  if (halves !== undefined) {
    return halves
      .map((half) => Number.parseInt(half, 16))
      .flatMap((half) => [half >> 8, half & 0xff])
      .join('.')
  }
  const [start = [], end = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean))
  const zeros = Array<string>(GROUPS - start.length - end.length).fill('0')
  return [...start, ...zeros, ...end].slice(0, NETWORK_GROUPS).join(':')
}
