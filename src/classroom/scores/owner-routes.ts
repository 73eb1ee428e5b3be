import type { FastifyPluginAsync } from 'fastify'
import { refuseDefaultBoard } from '../access.js'
import { route } from '../route.js'
import { Score } from './schemas.js'
import { readScore } from './show.js'

/** The route that returns the score of a board to its owner. */
export const ownerScoreRoutes: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', refuseDefaultBoard)

  route(app, 'GET /boards/:id/score', 'getBoardScore', 'Get the score of a board', {
    config: { waitsForLog: true },
    description: 'Returns the complete score of the board, including values that learners do not see yet.',
    responses: { 200: [Score, 'The score.'], 403: 'The default board has no score.' },
    handler: ({ params: { id } }) => readScore(app, id, app.now(), true),
  })
}
