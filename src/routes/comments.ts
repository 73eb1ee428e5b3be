import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ref } from '../contract/schemas/builders.js'
import { Comment, CommentInput, CommentParams } from '../contract/schemas/comment.js'
import { bodyErrors, emptyResponse, jsonResponse, notFound } from '../contract/schemas/responses.js'
import { TaskParams } from '../contract/schemas/task.js'

const tags = ['Comments']

/** The comment endpoints (specification, section 4; decisions 23 and 24). */
export const commentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/tasks/:id/comments',
    {
      schema: {
        operationId: 'createComment',
        tags,
        summary: 'Create a comment',
        description: 'Appends a comment to a task.',
        params: TaskParams,
        body: ref(CommentInput),
        response: { 201: jsonResponse(Comment, 'The created comment.'), ...bodyErrors, ...notFound.task },
      },
    },
    async (request, reply) => {
      const { store, board, params, body } = request
      return reply.code(201).send(await store.createComment(board, params.id, body.text, request.now()))
    },
  )

  app.put(
    '/tasks/:id/comments/:commentId',
    {
      schema: {
        operationId: 'updateComment',
        tags,
        summary: 'Update a comment',
        description: 'Replaces the text of a comment and sets its `updatedAt`.',
        params: CommentParams,
        body: ref(CommentInput),
        response: {
          200: jsonResponse(Comment, 'The updated comment.'),
          ...bodyErrors,
          ...notFound.comment,
        },
      },
    },
    async (request) => {
      const { store, board, params, body } = request
      return store.updateComment(board, params.id, params.commentId, body.text, request.now())
    },
  )

  app.delete(
    '/tasks/:id/comments/:commentId',
    {
      schema: {
        operationId: 'deleteComment',
        tags,
        summary: 'Delete a comment',
        description: 'Deletes a comment of a task.',
        params: CommentParams,
        response: { 204: emptyResponse('The comment is deleted.'), ...bodyErrors, ...notFound.comment },
      },
    },
    async ({ store, board, params }, reply) => {
      await store.deleteComment(board, params.id, params.commentId)
      return reply.code(204).send(null)
    },
  )
}
