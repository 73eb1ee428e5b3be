import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OPTIONAL_SECURITY, tokenRequired } from '../contract/schemas/owner-token.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the operation shows more to the owner of the board. */
    showsMoreToOwner?: true
  }
  interface FastifyRequest {
    /** Whether the client has sent the owner token of the board. Owners see everything at any time. */
    isOwner: boolean
  }
}

export interface OwnerOptions {
  /** @throws ControlTokenRequired unless the bearer token of the request is valid for the board */
  requireOwner(request: FastifyRequest, reply: FastifyReply, board: string): Promise<unknown>
}

/**
 * Recognises owners by their token in the operations of a scope with `showsMoreToOwner`, and documents the token. Learners
 * send none.
 */
export function recogniseOwners(scope: FastifyInstance, { requireOwner }: OwnerOptions): void {
  async function recogniseOwner(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.headers.authorization === undefined) return
    await requireOwner(request, reply, request.board.id)
    request.isOwner = true
  }
  scope.addHook('onRoute', (route) => {
    if (!route.config?.showsMoreToOwner) return
    route.onRequest = [route.onRequest ?? [], recogniseOwner].flat()
    const response = { ...(route.schema?.response as object), ...tokenRequired }
    route.schema = { ...route.schema, security: OPTIONAL_SECURITY, response }
  })
}
