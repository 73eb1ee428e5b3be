import type { FastifyPluginAsync } from 'fastify'
import { NO_EXERCISE, refuseDefaultBoard } from '../access.js'
import { route } from '../route.js'
import { Drill } from './schemas.js'
import { readDrill } from './show.js'

/** The route that returns the drill of a board to its owner. */
export const ownerDrillRoutes: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', refuseDefaultBoard)

  route(app, 'GET /boards/:id/drill', 'getBoardDrill', 'Get the drill of a board', {
    description: 'Returns the complete drill of the board, including values that learners do not see yet.',
    responses: {
      200: [Drill, 'The drill.'],
      403: NO_EXERCISE,
      404: 'The board does not exist, or its exercise has no drill.',
    },
    handler: ({ params: { id } }) => readDrill(app, id, true),
  })
}
