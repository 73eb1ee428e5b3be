import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { BoardReader } from '../store/revision-cache.js'
import { type BoardState, DEFAULT_BOARD } from '../store/store.js'
import { type ExpiryOptions, requireBoardId, requireUnexpired } from './expiry.js'
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

/** Finds the board that a request is about. A request to the default one passes by. */
export const findBoard = fp<ExpiryOptions>(
  async (app, expiry) => {
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
      enter(request, id).then(() => done(), done)
    })

    async function enter(request: FastifyRequest, id: string): Promise<void> {
      requireBoardId(id)
      request.boardState = app.store.readState(id)
      requireUnexpired(await request.boardState, expiry)
      request.board = id
      request.basePath = boardPath(id)
    }
  },
  { name: 'find-board' },
)
