import type { FastifyRequest } from 'fastify'

/** A name or an address, and a port (RFC 9110, section 7.2); whatever else a client says is not repeated. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Where clients reach the service, without a slash at the end: as it is configured, else as this request came.
 *
 * @param publicUrl PUBLIC_URL, where it is set
 */
export function serverUrl({ protocol, host, socket }: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  // What a proxy says is repeated only where it can be true.
  const url = `${protocol === 'https' ? 'https' : 'http'}://${host}`
  if (HOST.test(host) && URL.canParse(url)) return url
  // HTTP/1.0 needs no host.
  const { localAddress = '', localPort } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
