import type { IncomingMessage } from 'node:http'

declare module 'node:http' {
  interface IncomingMessage {
    /** The id of the board that the request's target begins with, as the client wrote it. */
    boardId?: string
  }
}

/** `/b/<id>` at the beginning of a request target, which may also be an absolute URL (RFC 9112, section 3.2.2). */
const PREFIX = /^([a-zA-Z]+:\/\/[^/?#]*)?\/b\/([^/?#]*)/

/** What belongs to the server and not to a board, decoded as the router does it. */
const SERVER_PATHS = /^\/(boards|control|metrics|b)(?![^/?#])/

/**
 * Takes the board off a request target, and leaves word of it. All that comes after the prefix is routed like the same without
 * it, so that routes know nothing of boards.
 *
 * @param target the target, valid
 * @returns the target to be routed
 */
export function stripBoardPrefix(request: IncomingMessage, target: string): string {
  const [prefix, origin = '', id] = PREFIX.exec(target) ?? []
  if (prefix === undefined) return target
  const rest = target.slice(prefix.length)
  // It stays what it is, and so is not found.
  if (SERVER_PATHS.test(decodeURIComponent(rest))) return target
  request.boardId = id as string
  return origin + (rest.startsWith('/') ? rest : `/${rest}`)
}

/** Where a board begins, without a slash at the end. */
export function boardPath(id: string): string {
  return `/b/${id}`
}
