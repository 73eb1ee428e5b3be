import type { FastifyReply } from 'fastify'

/**
 * Adds headers to `Access-Control-Expose-Headers`, so that web pages can read them. Use it for headers that only some
 * responses have.
 */
export function exposeHeaders(reply: FastifyReply, ...names: string[]): void {
  const exposed = reply.getHeader('access-control-expose-headers')
  reply.header('access-control-expose-headers', [exposed, ...names].filter(Boolean).join(', '))
}
