import type { FastifyRequest } from 'fastify'
import { requestHost } from './request-target.js'

/**
 * Returns the base URL at which the client of a request reaches the service, without a trailing slash.
 *
 * @param publicUrl the value of PUBLIC_URL, if it is set
 */
export function serverUrl(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const { protocol, socket } = request
  const host = requestHost(request)
  if (host !== '') return `${protocol === 'https' ? 'https' : 'http'}://${host}`
  // HTTP/1.0 requests may have no Host header.
  const { localAddress = '', localPort } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
