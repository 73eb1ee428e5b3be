import type { FastifyReply } from 'fastify'

/** Lets web pages read headers that only some responses have. */
export function exposeHeaders(reply: FastifyReply, ...names: string[]): void {
  const exposed = reply.getHeader('access-control-expose-headers')
  reply.header('access-control-expose-headers', [exposed, ...names].filter(Boolean).join(', '))
}
