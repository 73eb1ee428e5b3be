import type { FastifyInstance, FastifyReply } from 'fastify'
import { ResponseNotFound } from '../contract/errors.js'
import { closingSignal, type Sleep } from '../http/wait-for.js'

/** The number of repeated searches for a response that another replica may not have written yet, and the pause before each. */
const ATTEMPTS = 10
const PAUSE = 200

/**
 * Creates a function that waits until a response is in the store. Each process writes its responses to the store at
 * intervals.
 *
 * @returns a function that throws `ResponseNotFound` if there is no such response, or if the client disconnects
 */
export function responseWaiter(app: FastifyInstance, sleep: Sleep) {
  return async (board: string, requestId: string, reply: FastifyReply): Promise<void> => {
    const signal = closingSignal(reply)
    await app.flushJournal(board)
    let after = 0
    for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 0) await sleep(PAUSE, signal).catch(() => {})
      if (signal.aborted) break
      // Only the first search reads all responses. Anybody can send unknown request ids.
      const { isFound, last } = await app.store.searchResponses(board, requestId, after)
      if (isFound) return
      after = last
    }
    throw new ResponseNotFound(requestId)
  }
}
