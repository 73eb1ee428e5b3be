import type { FastifyReply, FastifyRequest } from 'fastify'
import { BEARER_SCHEME } from '../schemas/auth.js'
import { ErrorBody } from '../schemas/error.js'
import { errors, jsonResponse } from '../schemas/responses.js'
import type { Authority } from './authority.js'

/** The security requirement of operations that require a token. */
export const SECURITY = [{ [BEARER_SCHEME]: [] }]

export const tokenRequired = {
  401: jsonResponse(
    ErrorBody,
    'The bearer token is missing, or it belongs neither to the owner of the board nor to the administrator.',
    {
      'WWW-Authenticate': { type: 'string', enum: ['Bearer'], description: 'The authentication scheme.' },
    },
  ),
}

/** The errors of every operation that only the owner of a board may call. */
export const ownerErrors = { ...tokenRequired, ...errors({ 404: 'The board does not exist.' }) }

/** Creates the hook of operations that only the owner of a board may call. The path parameter `id` names the board. */
export function ownerOnly(authority: Authority) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id } = request.params as { id: string }
    await authority.requireOwner(request, reply, id)
    request.server.touchBoard(id)
  }
}
