/** The addresses, the lookup and the expiry of private boards. @module */

import { operationsIn } from '../../contract/operations.js'

/** The path of the page and the index of the default board. Those of a private board are also at its base URL. */
export const BOARD_PAGE_PATH = '/board'

/** Returns the base path of a private board, without a trailing slash. */
export function boardPath(id: string): string {
  return `/b/${id}`
}

/**
 * Returns the base URL of a board at its own host, without a trailing slash.
 *
 * @param serverUrl the base URL of the service, which has the same scheme and port
 */
export function hostUrl(id: string, boardHost: string, serverUrl: string): string {
  const { protocol, port } = new URL(serverUrl)
  return `${protocol}//${id}.${boardHost}${port === '' ? '' : `:${port}`}`
}

/** The routes of learners, which exist on private boards only. */
const LEARNER_ROUTES = new Set(operationsIn('training').map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')))

/** Whether learners use a route, and need only the address of a board for it. */
export function isLearnerRoute(url: string): boolean {
  return LEARNER_ROUTES.has(url)
}
