import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errors, jsonResponse } from '../../contract/schemas/responses.js'
import { BoardParams, NO_EXERCISE, refuseDefaultBoard } from '../access.js'
import { Drill } from './schemas.js'
import { readDrill } from './show.js'

/** The route that returns the drill of a board to its owner. */
export const ownerDrillRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onRequest', refuseDefaultBoard)

  app.get('/boards/:id/drill', {
    schema: {
      operationId: 'getBoardDrill',
      summary: 'Get the drill of a board',
      description: 'Returns the complete drill of the board, including values that learners do not see yet.',
      params: BoardParams,
      response: {
        200: jsonResponse(Drill, 'The drill.'),
        ...errors({ 403: NO_EXERCISE, 404: 'The board does not exist, or its exercise has no drill.' }),
      },
    },
    handler: ({ params: { id } }) => readDrill(app, id, true),
  })
}
