import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DEFAULT_BOARD } from '../contract/board-id.js'
import { ConfiguredByClass, DefaultBoardWithoutExercise } from '../contract/errors.js'
import { SECURITY, tokenRequired, trainerSecretRequired } from '../contract/schemas/owner-token.js'
import { errors } from '../contract/schemas/responses.js'
import type { Authority } from './authority.js'

/** The errors of the operations that only the owner of a board or the trainer of a class may call, by their path. */
const RESTRICTED = {
  '/boards/:id': { ...tokenRequired, ...errors({ 404: 'The board does not exist.' }) },
  '/classes/:id': { ...trainerSecretRequired, ...errors({ 404: 'The class does not exist.' }) },
}

function restrictionOf(url = ''): keyof typeof RESTRICTED | undefined {
  return (['/boards/:id', '/classes/:id'] as const).find((path) => url.startsWith(path))
}

/**
 * Restricts the operations of a scope on a board to its owner, and those on a class to its trainer, and documents this.
 * Preflight requests, which send no token, have hidden routes.
 */
export function restrictAccess(scope: FastifyInstance, authority: Authority): void {
  scope.addHook('onRoute', ({ url, schema }) => {
    const restriction = restrictionOf(url)
    if (restriction === undefined || schema === undefined || schema.hide === true) return
    schema.security = SECURITY
    schema.response = { ...RESTRICTED[restriction], ...(schema.response as object) }
  })
  scope.addHook('onRequest', async (request, reply) => {
    const { url, schema } = request.routeOptions
    if (schema?.hide === true) return
    const restriction = restrictionOf(url)
    const { id } = request.params as { id: string }
    if (restriction === '/classes/:id') await authority.requireTrainer(request, reply, id)
    if (restriction !== '/boards/:id') return
    await authority.requireOwner(request, reply, id)
    // A board that is only described is not used.
    if (url !== restriction) scope.touchBoard(id)
  })
}

/** The error of operations that a class does for all its boards. */
export const classErrors = {
  409: 'The board belongs to a class. The trainer changes this setting for the class.',
}

/**
 * A hook for operations that configure a board. The boards of a class have the settings of the class (decision 104).
 *
 * @throws ConfiguredByClass
 */
export async function refuseClassBoards(request: FastifyRequest): Promise<void> {
  const { classId } = await request.server.store.readState((request.params as { id: string }).id)
  if (classId !== null) throw new ConfiguredByClass()
}

/** The description of the error that the operations on exercises return for the default board. */
export const NO_EXERCISE = 'The default board cannot have an exercise.'

/**
 * A hook for the operations on the exercise of a board and on its results.
 *
 * @throws DefaultBoardWithoutExercise for the default board
 */
export async function refuseDefaultBoard({ params }: FastifyRequest): Promise<void> {
  if ((params as { id: string }).id === DEFAULT_BOARD) throw new DefaultBoardWithoutExercise()
}
