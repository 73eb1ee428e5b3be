import type { FastifyError, FastifyRequest } from 'fastify'
import { BoardNotFound, PathNotFound } from '../contract/errors.js'
import { serverUrl } from '../http/base-url.js'
import { plugin } from '../http/plugin.js'
import { labelBelow, requestHost } from '../http/request-host.js'
import { pathOf } from '../http/request-target.js'
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

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the private board; `null` for requests to the default board. */
    boardAddress: BoardAddress | null
  }
}

/**
 * Finds the board that a request names. No other code knows how requests name boards (decision 70). The lookup is
 * separate (find-board.ts), because the rate limit of the address comes before it.
 */
export const boardAddress = plugin<AddressOptions>('board-address', [], async (app, { publicUrl, boardHost = '' }) => {
  // It is the host of the service, even if it is a subdomain of `boardHost`.
  const publicName = publicUrl && new URL(publicUrl).hostname

  app.decorateRequest('boardAddress', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.boardAddress = findAddress(request)
    done()
  })

  function findAddress(request: FastifyRequest): BoardAddress | null {
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

  /** Returns the part of the host before `boardHost`, which may not be an id; `undefined` for other hosts. */
  function findHostLabel(request: FastifyRequest): string | undefined {
    if (boardHost === '') return undefined
    const label = labelBelow(boardHost, requestHost(request))
    return `${label}.${boardHost}` === publicName ? undefined : label
  }
})

/** Returns the error for a path that does not exist at the host or the port of a board (decision 71). */
function findPathError({ url, raw }: FastifyRequest): FastifyError | undefined {
  return raw.boardId !== undefined || isServerPath(pathOf(url)) ? new PathNotFound() : undefined
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
