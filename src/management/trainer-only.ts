import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenRequired } from '../contract/schemas/owner-token.js'
import { errors } from '../contract/schemas/responses.js'
import type { Authority } from './authority.js'

/** The tag of the operations on classes. */
export const CLASS_TAG = 'Classes'

/** The errors of every operation that only the trainer of a class may call. */
export const trainerErrors = { ...tokenRequired, ...errors({ 404: 'The class does not exist.' }) }

/** Creates the hook of operations that only the trainer may call. The path parameter `id` names the class. */
export function trainerOnly(authority: Authority) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await authority.requireTrainer(request, reply, (request.params as { id: string }).id)
  }
}
