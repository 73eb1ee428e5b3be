import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the client has sent the owner token of the board. Owners see everything at any time. */
    isOwner: boolean
  }
}

export interface OwnerOptions {
  /** @throws ControlTokenRequired unless the bearer token of the request is valid for the board */
  requireOwner(request: FastifyRequest, reply: FastifyReply, board: string): Promise<unknown>
}

/** Creates the hook for operations that show more to the board owner. Learners send no token. */
export function recogniseOwner({ requireOwner }: OwnerOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.headers.authorization === undefined) return
    await requireOwner(request, reply, request.board.id)
    request.isOwner = true
  }
}
