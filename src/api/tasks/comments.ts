import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ref } from '../../contract/schemas/builders.js'
import { Comment, CommentInput, CommentParams } from '../../contract/schemas/comment.js'
import { emptyResponse, jsonResponse, notFound } from '../../contract/schemas/responses.js'
import { TaskParams } from '../../contract/schemas/task.js'
import { documentOperations } from '../../http/document-operations.js'

/** The comment endpoints (specification, section 4; decisions 23 and 24). */
export const commentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  documentOperations(app, { tags: ['Comments'] })
  app.post('/tasks/:id/comments', {
    schema: {
      operationId: 'createComment',
      summary: 'Create a comment',
      description: 'Appends a comment to a task.',
      params: TaskParams,
      body: ref(CommentInput),
      response: { 201: jsonResponse(Comment, 'The created comment.'), ...notFound.task },
    },
    handler: async (request, reply) => {
      const { board, params, body } = request
      return reply.code(201).send(await board.store.createComment(board.id, params.id, body.text, request.now()))
    },
  })

  app.put('/tasks/:id/comments/:commentId', {
    schema: {
      operationId: 'updateComment',
      summary: 'Update a comment',
      description: 'Replaces the text of a comment and sets its `updatedAt`.',
      params: CommentParams,
      body: ref(CommentInput),
      response: { 200: jsonResponse(Comment, 'The updated comment.'), ...notFound.comment },
    },
    handler: async (request) => {
      const { board, params, body } = request
      return board.store.updateComment(board.id, params.id, params.commentId, body.text, request.now())
    },
  })

  app.delete('/tasks/:id/comments/:commentId', {
    schema: {
      operationId: 'deleteComment',
      summary: 'Delete a comment',
      description: 'Deletes a comment of a task.',
      params: CommentParams,
      response: { 204: emptyResponse('The comment is deleted.'), ...notFound.comment },
    },
    handler: async ({ board, params }, reply) => {
      await board.store.deleteComment(board.id, params.id, params.commentId)
      return reply.code(204).send(null)
    },
  })
}
