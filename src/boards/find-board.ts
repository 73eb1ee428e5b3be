import fp from 'fastify-plugin'
import { BoardNotFound } from '../errors.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { type Clock, toTimestamp } from '../time.js'
import { boardPath } from './prefix.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The board that a request is about. */
    board: string
    /** What comes before the paths of that board: `''`, or `/b/<id>`. */
    basePath: string
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

    app.addHook('onRequest', (request, _reply, done) => {
      const id = request.raw.boardId
      if (id === undefined) return done()
      // Before anything is awaited: who hangs up meanwhile is not heard later.
      void request.signal
      requireBoard(id).then(() => {
        request.board = id
        request.basePath = boardPath(id)
        done()
      }, done)
    })

    async function requireBoard(id: string): Promise<void> {
      if (!ID.test(id)) throw new BoardNotFound()
      const { usedAt } = await app.store.readState(id)
      const deadline = toTimestamp(clock() - ttl * 1000)
      if (usedAt !== null && usedAt <= deadline) throw new BoardNotFound()
    }
  },
  { name: 'find-board' },
)
