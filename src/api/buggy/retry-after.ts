import type { FastifyRequest } from 'fastify'
import type { Draw } from './draw.js'

/** The longest time in seconds after which a request can be repeated. Clients under test wait for it. */
const SECONDS_MAX = 3

/** Draws after how many seconds a request can be repeated. */
export function drawSeconds(draw: Draw): number {
  return 1 + draw.index('seconds', SECONDS_MAX)
}

/**
 * Returns a value of `Retry-After`: seconds or a date (RFC 9110, section 10.2.3).
 *
 * @param seconds the time after which the request can be repeated
 */
export function retryAfter(request: FastifyRequest, seconds: number, draw: Draw): string {
  if (draw.index('form', 2) === 0) return String(seconds)
  return new Date(Date.parse(request.now()) + seconds * 1000).toUTCString()
}
