import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RequestNotFound } from '../contract/errors.js'
import { OPTIONAL_SECURITY, tokenRequired } from '../contract/schemas/owner-token.js'
import { errors, jsonResponse } from '../contract/schemas/responses.js'
import { evidenceOf } from '../evidence/evidence.js'
import { hintSettingOf } from '../store/hints.js'
import { showRequests } from './learner-requests.js'
import { type OwnerOptions, recogniseOwner } from './owner.js'
import { Exchange, ExchangeParams } from './schemas/exchange.js'
import { mayShowEvidence, mayShowHints, mayTakeHints, viewOf } from './show.js'
import { showExchange } from './show-exchange.js'
import { showHints } from './show-hints.js'

/** The route that returns a request with its response. */
export const exchangeRoutes: FastifyPluginAsyncTypebox<OwnerOptions> = async (app, options) => {
  app.get('/requests/:requestId', {
    onRequest: recogniseOwner(options),
    schema: {
      operationId: 'getExchange',
      summary: 'Get a request and its response',
      description:
        'Returns the latest request with this `X-Request-Id` as it was sent, and its response as it was received. Without an exercise, `evidence` is present after a right claim about the response. During an exercise with immediate feedback, it is present after right claims about all its faults, unless the board has defects. After the end of the exercise, it is always present. The owner sees it at any time. `hints` has the hints that were taken, and says whether there are more.',
      security: OPTIONAL_SECURITY,
      params: ExchangeParams,
      response: {
        200: jsonResponse(Exchange, 'The request and its response.'),
        ...tokenRequired,
        ...errors({ 404: 'The request is not in the journal.' }),
      },
    },
    handler: async ({ board, boardExercise, boardDefects, isOwner, params }) => {
      await app.flushJournal(board)
      const found = await app.store.findRequest(board, params.requestId)
      if (found === undefined) throw new RequestNotFound(params.requestId)
      const { request, exchange } = found
      const now = app.now()
      const view = viewOf(boardExercise, now, isOwner)
      const [shown] = await showRequests(app.store, board, [request], view)
      const { claims = [] } = shown ?? {}
      const hasDefects = boardDefects !== null
      const isShown = mayShowEvidence(view, claims, { changed: request.changed, hasDefects })
      const hints = showHints(evidenceOf(exchange ?? null, request.changed), {
        setting: hintSettingOf(boardExercise),
        taken: request.hintsTaken,
        isOpen: request.isClaimable === true && !isShown && mayTakeHints(boardExercise, now, claims),
        isExplained: claims.some(({ verdict, explanation }) => verdict === 'wrong' && explanation !== null),
        hasDefects,
      })
      return {
        ...(shown as NonNullable<typeof shown>),
        ...showExchange(exchange, isShown ? request.changed : undefined),
        ...(mayShowHints(view) && (hints.left > 0 || hints.taken.length > 0 || hints.credit < 1) && { hints }),
      }
    },
  })
}
