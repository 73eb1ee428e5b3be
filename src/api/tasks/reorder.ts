import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '../../contract/schemas/responses.js'
import { ReorderedTask, ReorderInput, TaskParams } from '../../contract/schemas/task.js'
import { route } from '../../http/route.js'

/** The endpoint that moves tasks (specification, section 4). */
export const reorderRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'POST /tasks/:id/reorder', 'reorderTask', 'Move a task', {
    tags: ['Tasks'],
    description:
      'Moves a task within its column or to another one. The positions of the other tasks in both columns are adjusted.',
    params: TaskParams,
    body: ReorderInput,
    responses: { 200: [ReorderedTask, 'The moved task.'], ...notFound.task },
    handler: async (request) => {
      const { targetStatus, targetIndex } = request.body
      const task = await request.board.store.moveTask(
        request.board.id,
        request.params.id,
        targetStatus,
        targetIndex,
        request.now(),
      )
      const { attachments: _, ...rest } = task
      return { ...rest, checklistItems: [], comments: [] }
    },
  })
}
