import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** An address as some proxies write it in `X-Forwarded-For`: `192.0.2.1:5678`, `[2001:db8::1]` or `[2001:db8::1]:5678`. */
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/

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
  return address === undefined ? '' : normalizeIP(address)
}

/** Returns the address in an entry, or `undefined` if it has none. */
function readAddress(entry = ''): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(entry) ?? []
  const address = v6 ?? v4 ?? entry
  return isIP(address) === 0 ? undefined : address
}
