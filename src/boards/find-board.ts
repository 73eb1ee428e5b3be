import type { FastifyRequest } from 'fastify'
import { BoardFrozen } from '../contract/errors.js'
import { plugin } from '../http/plugin.js'
import { hidesFaults } from '../store/exercise.js'
import type { BoardReader } from '../store/revision-cache.js'
import { type BoardDefects, type BoardState, DEFAULT_BOARD, type Exercise } from '../store/store.js'
import type { BoardAddress } from './address.js'
import { type ExpiryOptions, requireBoardId, requireUnexpired } from './expiry.js'

declare module 'fastify' {
  interface FastifyRequest extends BoardReader {
    /** The id of the board of the request. */
    board: string
    /** The base path of the board: `/b/<id>`, or `''` for the default board and for a board with its own host or port. */
    basePath: string
    /** The state of the board, or `null` before it is read from the store. */
    boardState: Promise<BoardState> | null
    /** The defects of the board; `null` if it has none. The default board never has any. */
    boardDefects: BoardDefects | null
    /** The exercise of the board; `null` if it has none. */
    boardExercise: Exercise | null
    /** How often the solved challenges of the board had been deleted when the request arrived. */
    challengeRestarts: number
    /** The id of the latest task of the board when the request arrived. */
    lastTask: number
    /** Whether the class of the board is frozen. */
    isFrozen: boolean
    /** Whether the request is refused while the class of the board is frozen. */
    mayFreeze: boolean
    /** Whether the exercise of the board hides all faults from the client. */
    hidesFaults: boolean
    /** Returns the revision of the board. The first call of a request reads it from the store. */
    readRevision(): Promise<number>
  }
}

/** The operations on sessions that a frozen board allows. */
const SESSION_ROUTES = /\/auth\/(login|refresh|logout)$/

/**
 * Whether a request changes nothing that learners work on (decision 107).
 *
 * @param route the path of its route
 */
export function isAllowedWhenFrozen(method: string, route: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) || SESSION_ROUTES.test(route)
}

/** Looks up the private board of a request. Requests to the default board need no lookup. */
export const findBoard = plugin<ExpiryOptions>('find-board', ['board-address'], async (app, expiry) => {
  app.decorateRequest('board', DEFAULT_BOARD)
  app.decorateRequest('basePath', '')
  app.decorateRequest('boardState', null)
  app.decorateRequest('boardDefects', null)
  app.decorateRequest('boardExercise', null)
  app.decorateRequest('challengeRestarts', 0)
  app.decorateRequest('lastTask', 0)
  app.decorateRequest('isFrozen', false)
  app.decorateRequest('mayFreeze', false)
  app.decorateRequest('hidesFaults', false)
  app.decorateRequest('readRevision', async function (this: FastifyRequest) {
    this.boardState ??= app.store.readState(this.board)
    return (await this.boardState).revision
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const { boardAddress } = request
    if (boardAddress === null) return done()
    enter(request, boardAddress).then(() => done(), done)
  })

  // The class can freeze while a body arrives, or while a fault delays the request.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.mayFreeze) return done()
    app.store.readState(request.board).then(({ isFrozen }) => done(isFrozen ? new BoardFrozen() : undefined), done)
  })

  async function enter(request: FastifyRequest, { id, basePath, error }: BoardAddress): Promise<void> {
    if (error !== undefined) throw error
    requireBoardId(id)
    request.boardState = app.store.readState(id)
    const state = await request.boardState
    requireUnexpired(state, expiry)
    request.board = id
    request.basePath = basePath
    request.boardDefects = state.defects
    request.boardExercise = state.exercise
    request.challengeRestarts = state.challengeRestarts
    request.lastTask = state.lastTask
    request.isFrozen = state.isFrozen
    request.mayFreeze = state.classId !== null && !isAllowedWhenFrozen(request.method, request.routeOptions.url ?? '')
    if (state.isFrozen && request.mayFreeze) throw new BoardFrozen()
    request.hidesFaults = state.exercise !== null && hidesFaults(state.exercise, app.now())
  }
})
