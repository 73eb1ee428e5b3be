import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentOperations } from '../contract/document-operations.js'
import { ConfiguredByClass } from '../contract/errors.js'
import { SECURITY, tokenRequired, trainerSecretRequired } from '../contract/schemas/owner-token.js'
import { errors } from '../contract/schemas/responses.js'
import { string } from '../contract/schemas/values.js'
import type { Authority } from './authority.js'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Adds hooks to the operations of a scope. Preflight requests, which send no token, have hidden routes there. */
function restrict(app: FastifyInstance, hooks: readonly Hook[]): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide === true) return
    // The route for HEAD already has the hooks of that for GET.
    route.onRequest = [...new Set([...hooks, ...[route.onRequest ?? []].flat()])]
  })
}

/** The errors of every operation that only the owner of a board may call. */
export const ownerErrors = { ...tokenRequired, ...errors({ 404: 'The board does not exist.' }) }

/** The path parameters of operations on a board. */
export const BoardParams = Type.Object({
  id: string('The id of the board; `default` for the default board.'),
})

/** Creates the hook of operations that only the owner of a board may call. The path parameter `id` names the board. */
export function ownerOnly(authority: Authority) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id } = request.params as { id: string }
    await authority.requireOwner(request, reply, id)
    request.server.touchBoard(id)
  }
}

/** Restricts the operations of a scope to the owner of the board, and documents this. `hooks` run after the check. */
export function ownersOnly(app: FastifyInstance, authority: Authority, tag: string, hooks: Hook[] = []): void {
  restrict(app, [ownerOnly(authority), ...hooks])
  documentOperations(app, { tags: [tag], security: SECURITY, response: ownerErrors })
}

/** The error of operations that a class does for all its boards. */
export const classErrors = errors({
  409: 'The board belongs to a class. The trainer changes this setting for the class.',
})

/**
 * A hook for operations that configure a board. The boards of a class have the settings of the class (decision 104).
 *
 * @throws ConfiguredByClass
 */
export async function refuseClassBoards(request: FastifyRequest): Promise<void> {
  const { classId } = await request.server.store.readState((request.params as { id: string }).id)
  if (classId !== null) throw new ConfiguredByClass()
}

/** The tag of the operations on classes. */
export const CLASS_TAG = 'Classes'

/** The errors of every operation that only the trainer of a class may call. */
export const trainerErrors = { ...trainerSecretRequired, ...errors({ 404: 'The class does not exist.' }) }

/** Creates the hook of operations that only the trainer may call. The path parameter `id` names the class. */
export function trainerOnly(authority: Authority) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await authority.requireTrainer(request, reply, (request.params as { id: string }).id)
  }
}

/** Restricts the operations of a scope to the trainer of the class, and documents this. */
export function trainersOnly(app: FastifyInstance, authority: Authority): void {
  restrict(app, [trainerOnly(authority)])
  documentOperations(app, { tags: [CLASS_TAG], security: SECURITY, response: trainerErrors })
}
