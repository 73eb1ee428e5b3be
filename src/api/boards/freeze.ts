import type { FastifyRequest } from 'fastify'
import { BoardFrozen } from '../../contract/errors.js'
import { isSafe } from '../../http/request-target.js'
import type { BoardState } from '../../rooms/state.js'
import type { Store } from '../../rooms/store.js'

/** The operations on sessions that a frozen board allows. */
const SESSION_ROUTES = /\/auth\/(login|refresh|logout)$/

/**
 * Whether a request changes nothing that learners work on (decision 107).
 *
 * @param route the path of its route
 */
export function isAllowedWhenFrozen(method: string, route: string): boolean {
  return isSafe(method) || SESSION_ROUTES.test(route)
}

/**
 * Refuses a request that a frozen class does not allow.
 *
 * @param state the state of its board
 * @throws BoardFrozen
 */
export function requireUnfrozen({ method, routePath = '' }: FastifyRequest, state: BoardState): void {
  if (state.frozen && !isAllowedWhenFrozen(method, routePath)) throw new BoardFrozen()
}

/**
 * Does the same as `requireUnfrozen` with the current state: the class can freeze while a body arrives, or while a fault
 * delays the request.
 *
 * @returns a promise only if the board is no longer in memory
 */
export function requireStillUnfrozen(request: FastifyRequest, store: Store): void | Promise<void> {
  const { id, state } = request.board
  if (state === null || state.classId === null) return
  const current = store.findState(id)
  if (current !== undefined) return requireUnfrozen(request, current)
  return store.readState(id).then((read) => requireUnfrozen(request, read))
}
