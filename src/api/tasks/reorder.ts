import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ref } from '../../contract/schemas/builders.js'
import { jsonResponse, notFound } from '../../contract/schemas/responses.js'
import { ReorderedTask, ReorderInput, TaskParams } from '../../contract/schemas/task.js'

const tags = ['Tasks']

/** The endpoint that moves tasks (specification, section 4). */
export const reorderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post('/tasks/:id/reorder', {
    schema: {
      operationId: 'reorderTask',
      tags,
      summary: 'Move a task',
      description:
        'Moves a task within its column or to another one. The positions of the other tasks in both columns are adjusted.',
      params: TaskParams,
      body: ref(ReorderInput),
      response: { 200: jsonResponse(ReorderedTask, 'The moved task.'), ...notFound.task },
    },
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
