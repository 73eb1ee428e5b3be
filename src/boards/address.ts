import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyRequest } from 'fastify'
import { BoardNotFound, PathNotFound } from '../contract/errors.js'
import { serverUrl } from '../http/base-url.js'
import { pathOf, requestHost } from '../http/request-target.js'
import { boardPath, isServerPath } from './prefix.js'

export interface AddressOptions {
  /** The value of PUBLIC_URL without a trailing slash, if it is set. */
  publicUrl: string | undefined
  /** The host whose subdomains are the hosts of boards, in lower case; `undefined` if boards have no hosts. */
  boardHost: string | undefined
}

/** How a request names a private board: with the path `/b/<id>`, the host `<id>.<boardHost>`, or a port. */
export interface BoardAddress {
  /** The id. It is not validated yet. */
  id: string
  /** The base path of the board: `/b/<id>`, or `''` at its host or port. */
  basePath: string
  /** Returns the base URL at which the client reaches the board, without a trailing slash. */
  url(): string
  /** The error for a request that names two boards, or a path that boards do not have. */
  error?: FastifyError | undefined
}

declare module 'node:net' {
  interface Socket {
    /** The id of the board to whose port the client has connected. */
    boardId?: string
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The board id at the start of the request target. It is not validated yet. */
    boardId?: string
  }
}

/** `/b/<id>` at the start of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). */
const PREFIX = /^([a-zA-Z]+:\/\/[^/?#]*)?\/b\/([^/?#]*)/

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

/**
 * Creates the function that finds the address of the board which a request names; `null` for the default board. No other
 * code knows how requests name boards (decision 70).
 */
export function createAddressFinder({ publicUrl, boardHost = '' }: AddressOptions) {
  // It is the host of the service, even if it is a subdomain of `boardHost`.
  const publicName = publicUrl && new URL(publicUrl).hostname

  /** Returns the part of the host before `boardHost`, which may not be an id; `undefined` for other hosts. */
  function findHostLabel(request: FastifyRequest): string | undefined {
    if (boardHost === '') return undefined
    const label = labelBelow(boardHost, requestHost(request))
    return `${label}.${boardHost}` === publicName ? undefined : label
  }

  return (request: FastifyRequest): BoardAddress | null => {
    const { boardId: ofPath, socket } = request.raw
    const { boardId: ofPort } = socket
    const ofHost = findHostLabel(request)
    if (ofPort !== undefined) {
      const error = ofHost === undefined ? findPathError(request) : new BoardNotFound()
      // PUBLIC_URL is not the URL of the port.
      return { id: ofPort, basePath: '', url: () => serverUrl(request, undefined), error }
    }
    if (ofHost !== undefined) {
      const url = () => hostUrl(ofHost, boardHost, serverUrl(request, publicUrl))
      return { id: ofHost, basePath: '', url, error: findPathError(request) }
    }
    if (ofPath === undefined) return null
    const basePath = boardPath(ofPath)
    return { id: ofPath, basePath, url: () => serverUrl(request, publicUrl) + basePath }
  }
}

/** Returns the error for a path that does not exist at the host or the port of a board (decision 71). */
function findPathError({ url, raw }: FastifyRequest): FastifyError | undefined {
  return raw.boardId !== undefined || isServerPath(pathOf(url)) ? new PathNotFound() : undefined
}

/**
 * Returns the part of a host before a domain, or `undefined` if the host is not below the domain. Case, a port and dots
 * at the end do not matter. The host need not be valid, so that a malformed name below the domain is recognised too.
 *
 * @param domain a host name in lower case
 */
export function labelBelow(domain: string, host: string): string | undefined {
  const name = host
    .toLowerCase()
    .replace(/:[^:\]]*$/, '')
    .replace(/(?<!\.)\.+$/, '')
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : undefined
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
