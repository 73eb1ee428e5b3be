import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errors, jsonResponse } from '../../contract/schemas/responses.js'
import { BoardParams, refuseDefaultBoard } from '../access.js'
import { Score } from './schemas.js'
import { readScore } from './show.js'

/** The route that returns the score of a board to its owner. */
export const ownerScoreRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onRequest', refuseDefaultBoard)

  app.get('/boards/:id/score', {
    config: { waitsForLog: true },
    schema: {
      operationId: 'getBoardScore',
      summary: 'Get the score of a board',
      description: 'Returns the complete score of the board, including values that learners do not see yet.',
      params: BoardParams,
      response: { 200: jsonResponse(Score, 'The score.'), ...errors({ 403: 'The default board has no score.' }) },
    },
    handler: ({ params: { id } }) => readScore(app, id, app.now(), true),
  })
}
