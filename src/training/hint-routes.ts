import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { HintsOff } from '../contract/errors.js'
import { errors, jsonResponse } from '../contract/schemas/responses.js'
import { evidenceOf } from '../evidence/evidence.js'
import { requireRunning } from '../store/exercise.js'
import { hintSettingOf } from '../store/hints.js'
import { ExchangeParams } from './schemas/exchange.js'
import { Hints } from './schemas/hints.js'
import { showHints } from './show-hints.js'
import { responseWaiter, type Sleep } from './wait-for-response.js'

/** The route with which learners take hints. */
export const hintRoutes: FastifyPluginAsyncTypebox<{ sleep: Sleep }> = async (app, { sleep }) => {
  const waitForResponse = responseWaiter(app, sleep)

  app.post('/requests/:requestId/hints', {
    schema: {
      operationId: 'takeHint',
      summary: 'Take the next hint',
      description:
        'Takes the next of three hints for a response from buggy: whether a fault changed it, which part to look at, and which fault it is. If the exercise counts hints, a find in this response counts 1 without hints, and 0.5, 0.25 or 0 after one, two or three hints. It also counts 0 after a wrong claim about the response that was explained. Without an exercise, hints are free. After a claim about the response, there are no more hints, because the explanation of the verdict says what was there.',
      params: ExchangeParams,
      response: {
        200: jsonResponse(Hints, 'The hints that were taken for the response, with the new one.'),
        ...errors({
          404: 'The response is unknown, too old or outside the exercise, or it cannot be claimed.',
          409: 'All hints were taken, the response was claimed, the exercise has no hints, or it is not running.',
          423: 'The class of the board is frozen.',
        }),
      },
    },
    handler: async ({ board, boardExercise, boardDefects, params: { requestId }, signal }) => {
      requireRunning(boardExercise, app.now())
      if (hintSettingOf(boardExercise) === 'off') throw new HintsOff()
      await waitForResponse(board, requestId, signal)
      const { request: number, changed, setting, taken } = await app.store.takeHint(board, requestId, app.now())
      const found = await app.store.findRequest(board, requestId)
      // A later request, which cannot be claimed, can have the same id.
      const exchange = found?.request.number === number ? found.exchange : undefined
      const evidence = evidenceOf(exchange ?? null, changed)
      // A response that was claimed has no more hints.
      const state = { isOpen: true, isExplained: false, hasDefects: boardDefects !== null }
      return showHints(evidence, { setting, taken, ...state })
    },
  })
}
