import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { plugin } from '../http/plugin.js'
import type { CurrentFaultPlan } from '../store/store.js'
import { type BoardOrdinals, createBoardOrdinals } from './board-ordinals.js'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes the ordinal number of a request. No two requests take the same number of a plan.
     *
     * @param restarts the restarts of the plan, read after the request arrived
     */
    takeFaultOrdinal(board: string, restarts: number): Promise<CurrentFaultPlan>
    /** Returns unused ordinal numbers to the store, so that the store has the number of the next request. */
    returnFaultOrdinals(board: string): Promise<void>
  }
}

/** The time in milliseconds after which a board without requests returns its ordinal numbers. */
const IDLE = 1000

/** The maximum number of idle boards in memory. The next request to such a board reserves as many numbers as before. */
const REMEMBERED_MAX = 1000

/**
 * Hands out the ordinal numbers of all boards.
 *
 * @param main an application whose numbers this one shares
 */
export const ordinals = plugin<{ main?: FastifyInstance }>('ordinals', [], async (app, { main }) => {
  if (main !== undefined) {
    app.decorate('takeFaultOrdinal', main.takeFaultOrdinal)
    app.decorate('returnFaultOrdinals', main.returnFaultOrdinals)
    return
  }
  const boards = new Map<string, BoardOrdinals>()
  const idle = new LRUCache<string, BoardOrdinals>({ max: REMEMBERED_MAX })
  /** The boards with requests in this interval, and in the one before. */
  let used = new Set<string>()
  let usedBefore = new Set<string>()

  app.decorate('takeFaultOrdinal', async (board, restarts) => {
    const ofBoard = boards.get(board) ?? idle.get(board) ?? createBoardOrdinals(app.store, board)
    boards.set(board, ofBoard)
    used.add(board)
    return ofBoard.take(restarts)
  })
  app.decorate('returnFaultOrdinals', async (board) => boards.get(board)?.giveBack())

  async function release(board: string): Promise<void> {
    const ofBoard = boards.get(board)
    if (ofBoard === undefined) return
    await ofBoard.giveBack().catch((err) => app.log.warn({ err }, 'could not return ordinal numbers'))
    if (ofBoard.isIdle()) {
      boards.delete(board)
      idle.set(board, ofBoard)
    }
    // Another process has reserved later numbers. It may return them.
    else used.add(board)
  }

  const timer = setInterval(() => {
    for (const board of usedBefore) if (!used.has(board)) release(board)
    usedBefore = used
    used = new Set()
  }, IDLE).unref()

  app.addHook('onClose', async () => {
    clearInterval(timer)
    await Promise.all([...boards.keys()].map(release))
  })
})
