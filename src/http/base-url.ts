import type { FastifyRequest } from 'fastify'

/** A host name or an IP address with an optional port (RFC 9110, section 7.2). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Returns the base URL at which the client of a request reaches the service, without a trailing slash.
 *
 * @param publicUrl the value of PUBLIC_URL, if it is set
 */
export function serverUrl({ protocol, host, socket }: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  // The host comes from the client or a proxy, so it may not be valid.
  const url = `${protocol === 'https' ? 'https' : 'http'}://${host}`
  if (HOST.test(host) && URL.canParse(url)) return url
  // HTTP/1.0 requests may have no Host header.
  const { localAddress = '', localPort } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
