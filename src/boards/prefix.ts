import type { IncomingMessage } from 'node:http'
import { operationsIn } from '../operations.js'

declare module 'node:http' {
  interface IncomingMessage {
    /** The board id at the start of the request target. It is not validated yet. */
    boardId?: string
  }
}

/** `/b/<id>` at the start of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). */
const PREFIX = /^([a-zA-Z]+:\/\/[^/?#]*)?\/b\/([^/?#]*)/

/** The paths that exist on the server but not on boards. */
const SERVER_PATHS = /^\/(boards|class|classes|defects|control|metrics|arazzo\.(json|yaml)|b)(?![^/?#])/

/** The path of the page and the index of the default board. Those of a private board are also at its base URL. */
export const BOARD_PAGE_PATH = '/board'

/** Whether a path exists on the server but not on boards. The path must be validly encoded. */
export function isServerPath(path: string): boolean {
  return SERVER_PATHS.test(decodeURIComponent(path))
}

/**
 * Strips the prefix of a board from a request target, and stores the id in `request.boardId`. Routes need no code for
 * boards, because the router gets the target without the prefix.
 *
 * @param target a valid request target
 * @returns the target to route
 */
export function stripBoardPrefix(request: IncomingMessage, target: string): string {
  const [prefix, origin = '', id] = PREFIX.exec(target) ?? []
  if (prefix === undefined) return target
  const rest = target.slice(prefix.length)
  // There is no route for the unchanged target, so the response is 404.
  if (isServerPath(rest)) return target
  request.boardId = id as string
  return origin + (rest.startsWith('/') ? rest : `/${rest}`)
}

/** Returns the base path of a private board, without a trailing slash. */
export function boardPath(id: string): string {
  return `/b/${id}`
}

/** The routes of learners, which exist on private boards only. */
const LEARNER_ROUTES = new Set(operationsIn('training').map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')))

/** Whether learners use a route, and need only the address of a board for it. */
export function isLearnerRoute(url: string): boolean {
  return LEARNER_ROUTES.has(url)
}
