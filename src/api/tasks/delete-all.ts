import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../http/route.js'

/** The endpoint that deletes all tasks (specification, section 4). */
export const deleteAllRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'DELETE /tasks', 'deleteAllTasks', 'Delete all tasks', {
    tags: ['Tasks'],
    description:
      'Deletes every task of the board with its comments and attachments. The ids of deleted tasks are not reused.',
    responses: { 204: 'All tasks are deleted.' },
    handler: async (request) => {
      await request.board.store.deleteAllTasks(request.board.id)
      return null
    },
  })
}
