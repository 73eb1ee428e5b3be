import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SECURITY, tokenRequired } from '../contract/schemas/owner-token.js'
import { errors } from '../contract/schemas/responses.js'
import { documentOperations } from '../http/document-operations.js'
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

/** Restricts the operations of a scope to the trainer of the class, and documents this. */
export function trainersOnly(app: FastifyInstance, authority: Authority): void {
  app.addHook('onRequest', trainerOnly(authority))
  documentOperations(app, { tags: [CLASS_TAG], security: SECURITY, response: trainerErrors })
}
