import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { emptyResponse } from '../../contract/schemas/responses.js'

const tags = ['Tasks']

/** The endpoint that deletes all tasks (specification, section 4). */
export const deleteAllRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.delete('/tasks', {
    schema: {
      operationId: 'deleteAllTasks',
      tags,
      summary: 'Delete all tasks',
      description:
        'Deletes every task of the board with its comments and attachments. The ids of deleted tasks are not reused.',
      response: { 204: emptyResponse('All tasks are deleted.') },
    },
    handler: async (request, reply) => {
      await request.board.store.deleteAllTasks(request.board.id)
      return reply.code(204).send(null)
    },
  })
}
