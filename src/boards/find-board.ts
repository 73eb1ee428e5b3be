import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BoardNotFound } from '../errors.js'
import type { BoardReader } from '../store/revision-cache.js'
import { type BoardState, DEFAULT_BOARD } from '../store/store.js'
import { type Clock, toTimestamp } from '../time.js'
import { boardPath } from './prefix.js'

declare module 'fastify' {
  interface FastifyRequest extends BoardReader {
    /** The id of the board that the request is about. */
    board: string
    /** What the paths of that board begin with: `''`, or `/b/<id>`. */
    basePath: string
    /** The state of the board, where it has been asked for. */
    boardState: Promise<BoardState> | null
    /** The revision of the board, read from the store once for this request. */
    readRevision(): Promise<number>
  }
}

/** 128 random bits as base64url: nothing else is looked for. */
const ID = /^[\w-]{21}[AQgw]$/

/**
 * Finds the board that a request is about. A request to the default one passes by.
 *
 * @param ttl after how many seconds a board that nobody uses expires
 */
export const findBoard = fp<{ clock: Clock; ttl: number }>(
  async (app, { clock, ttl }) => {
    app.decorateRequest('board', DEFAULT_BOARD)
    app.decorateRequest('basePath', '')
    app.decorateRequest('boardState', null)
    app.decorateRequest('readRevision', async function (this: FastifyRequest) {
      this.boardState ??= app.store.readState(this.board)
      return (await this.boardState).revision
    })

    app.addHook('onRequest', (request, _reply, done) => {
      const id = request.raw.boardId
      if (id === undefined) return done()
      // Before anything is awaited: who hangs up meanwhile is not heard later.
      void request.signal
      if (!ID.test(id)) return done(new BoardNotFound())
      request.board = id
      request.basePath = boardPath(id)
      request.boardState = app.store.readState(id)
      request.boardState.then(({ usedAt }) => {
        done(isExpired(usedAt) ? new BoardNotFound() : undefined)
      }, done)
    })

    function isExpired(usedAt: string | null): boolean {
      return usedAt !== null && usedAt <= toTimestamp(clock() - ttl * 1000)
    }
  },
  { name: 'find-board' },
)
