import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { DEFAULT_BOARD } from '../../contract/board-id.js'
import { BoardNotFound, DefaultBoardMissing, PathNotFound } from '../../contract/errors.js'
import { variantOf } from '../../contract/variant-path.js'
import { serverUrl } from '../../http/base-url.js'
import { createBoardHooks } from '../../http/hooks.js'
import { type AllowedHosts, refuseHost, refuseMalformed } from '../../http/refusals.js'
import {
  isServerPath,
  labelBelow,
  pathOf,
  readForwarded,
  rememberLast,
  requestHost,
  routedUrl,
} from '../../http/request-target.js'
import type { BoardState } from '../../rooms/state.js'
import type { Store } from '../../rooms/store.js'
import { hidesFaults } from '../../rooms/training/exercise-settings.js'
import { createDryRunStore, enterDryRun, takeResponse } from '../expected/dry-run.js'
import { type ExpiryOptions, requireBoardId, requireUnexpired } from './expiry.js'
import { requireStillUnfrozen, requireUnfrozen } from './freeze.js'
import { BOARD_PAGE_PATH, boardPath, hostUrl } from './prefix.js'

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

/** The board of a request. It is the default board until the private board that the request names is found. */
export interface RequestBoard {
  id: string
  /** The base path of the board: `/b/<id>`, or `''` for the default board and for a board with its own host or port. */
  basePath: string
  /** The address of the private board that the request names; `null` for the default board. */
  address: BoardAddress | null
  /** The state of the private board when the request arrived; `null` for the default board. */
  state: BoardState | null
  /** Whether the exercise of the board hid all faults from the client when the request arrived. */
  hidesFaults: boolean
  /** The store of the operations of the request: with the defects of the board, or one that rolls back. */
  store: Store
}

declare module 'fastify' {
  interface FastifyRequest {
    board: RequestBoard
  }
}

/**
 * Creates the function that finds the address of the board which a request names; `null` for the default board
 * (decision 70).
 */
function createAddressFinder({ publicUrl, boardHost = '' }: AddressOptions) {
  // It is the host of the service, even if it is a subdomain of `boardHost`.
  const publicName = publicUrl && new URL(publicUrl).hostname

  /** Returns the part of a host before `boardHost`, which may not be an id; `undefined` for other hosts. */
  const labelOf = rememberLast((host) => {
    const label = labelBelow(boardHost, host)
    return `${label}.${boardHost}` === publicName ? undefined : label
  })

  return (request: FastifyRequest): BoardAddress | null => {
    const { boardId: ofPath, socket } = request.raw
    const { boardId: ofPort } = socket
    const ofHost = boardHost === '' ? undefined : labelOf(requestHost(request))
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

/** Returns the URL that the router gets: that of the request of a dry run, without the prefix of a board. */
export function rewriteUrl(raw: IncomingMessage): string {
  enterDryRun(raw)
  readForwarded(raw)
  return routedUrl(raw)
}

/** Gives each request its board. Register it before all hooks that wait or respond. */
export const openBoards = fp<AddressOptions>(async (app, options) => {
  const findAddress = createAddressFinder(options)
  const dryRunStore = createDryRunStore(app.store)
  app.decorate('boardHooks', createBoardHooks())
  app.addHook('onRequest', (request, reply, done) => {
    const { dryRun } = request.raw
    const store = dryRun === undefined ? app.store : dryRunStore
    const address = findAddress(request)
    request.board = { id: DEFAULT_BOARD, basePath: '', address, state: null, hidesFaults: false, store }
    if (dryRun !== undefined) takeResponse(reply.raw, dryRun.end)
    done()
  })
})

export interface FindOptions extends AddressOptions, ExpiryOptions {
  allowed: AllowedHosts
  /** Whether the service refuses the default board. */
  boardsOnly: boolean
}

/**
 * Looks up the private board that a request names. Before that, it refuses other hosts; after that, malformed requests, so
 * that the log of the board has them.
 */
export const findBoard = fp<FindOptions>(async (app, options) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { address } = request.board
    const refused = refuseHost(request, options.allowed)
    if (refused !== undefined) return done(refused)
    if (address === null) return done(refuseMalformed(request) ?? refuseDefault(request, options))
    if (address.error !== undefined) return done(address.error)
    requireBoardId(address.id)
    const state = app.store.findState(address.id)
    if (state === undefined) {
      const entered = app.store.readState(address.id).then((read) => enter(request, address, read))
      return void entered.then(() => done(refuseMalformed(request)), done)
    }
    enter(request, address, state)
    done(refuseMalformed(request))
  })

  function enter(request: FastifyRequest, { id, basePath }: BoardAddress, state: BoardState): void {
    requireUnexpired(state, options)
    const isHiding = state.exercise !== null && hidesFaults(state.exercise, app.now())
    Object.assign(request.board, { id, basePath, state, hidesFaults: isHiding } satisfies Partial<RequestBoard>)
    requireUnfrozen(request, state)
  }

  app.boardHooks.preHandler.push((request) => requireStillUnfrozen(request, app.store))
})

/** The OpenAPI documents of the variants. */
const DOCUMENT = /^\/api\/[^/]+\/openapi(-3\.1)?\.(json|yaml)$/

/** What stands for the id of a board in messages. */
const ID = '<id>'

/** Returns the error for the operations of the default board, if it is refused (decision 72). The documents remain. */
function refuseDefault(request: FastifyRequest, { boardsOnly, publicUrl, boardHost }: FindOptions) {
  if (!boardsOnly) return undefined
  const path = request.routeOptions.url ?? pathOf(request.url)
  const isOnBoard = variantOf(path) !== undefined || path.replace(/\/$/, '') === BOARD_PAGE_PATH
  if (!isOnBoard || DOCUMENT.test(path)) return undefined
  const server = serverUrl(request, publicUrl)
  const urls = [server + boardPath(ID), ...(boardHost === undefined ? [] : [hostUrl(ID, boardHost, server)])]
  return new DefaultBoardMissing(urls.join(' or '))
}
