import type { FastifyReply, FastifyRequest } from 'fastify'
import { BEARER_SCHEME } from '../schemas/auth.js'
import { ErrorBody } from '../schemas/error.js'
import { errors, jsonResponse } from '../schemas/responses.js'
import type { Authority } from './authority.js'

/** How operations on boards say that they ask for a token. */
export const SECURITY = [{ [BEARER_SCHEME]: [] }]

export const tokenRequired = {
  401: jsonResponse(
    ErrorBody,
    'The token of the owner, or of the administrator, is missing or another one.',
    {
      'WWW-Authenticate': { type: 'string', enum: ['Bearer'], description: 'The scheme.' },
    },
  ),
}

/** The errors of every operation that is for the owner of a board. */
export const ownerErrors = { ...tokenRequired, ...errors({ 404: 'There is no such board.' }) }

/** The hook of an operation on the board `id` of its path that is for its owner. */
export function ownerOnly(authority: Authority) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id } = request.params as { id: string }
    await authority.requireOwner(request, reply, id)
    request.server.touchBoard(id)
  }
}
