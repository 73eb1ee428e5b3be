import type { FastifyReply } from 'fastify'
import { exposeHeaders } from './headers.js'

const HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/**
 * Sets the headers of a response to a request that exceeds a rate limit.
 *
 * @param max the maximum number of requests
 * @param seconds the time until further requests are accepted
 */
export function limitHeaders(reply: FastifyReply, max: number, seconds: number): void {
  reply.header('retry-after', seconds)
  for (const [index, value] of [max, 0, seconds].entries()) reply.header(HEADERS[index] as string, value)
  exposeHeaders(reply, ...HEADERS)
}
