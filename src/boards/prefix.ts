import type { IncomingMessage } from 'node:http'

declare module 'node:http' {
  interface IncomingMessage {
    /** The board id at the start of the request target, not yet validated. */
    boardId?: string
  }
}

/** `/b/<id>` at the start of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). */
const PREFIX = /^([a-zA-Z]+:\/\/[^/?#]*)?\/b\/([^/?#]*)/

/** Paths of the server that boards do not have. */
const SERVER_PATHS = /^\/(boards|control|metrics|b)(?![^/?#])/

/**
 * Strips the prefix of a board from a request target, and stores the id in `request.boardId`. The router sees the rest, so routes
 * know nothing of boards.
 *
 * @param target a valid request target
 * @returns the target to route
 */
export function stripBoardPrefix(request: IncomingMessage, target: string): string {
  const [prefix, origin = '', id] = PREFIX.exec(target) ?? []
  if (prefix === undefined) return target
  const rest = target.slice(prefix.length)
  // The unchanged target has no route, so the response is 404.
  if (SERVER_PATHS.test(decodeURIComponent(rest))) return target
  request.boardId = id as string
  return origin + (rest.startsWith('/') ? rest : `/${rest}`)
}

/** The base path of a private board, without a slash at the end. */
export function boardPath(id: string): string {
  return `/b/${id}`
}
