import type { FastifyPluginAsync } from 'fastify'
import { Comment, CommentInput, CommentParams } from '../../contract/schemas/comment.js'
import { notFound } from '../../contract/schemas/responses.js'
import { TaskParams } from '../../contract/schemas/task.js'
import { documentOperations } from '../../http/document-operations.js'
import { route } from '../../http/route.js'

/** The comment endpoints (specification, section 4; decisions 23 and 24). */
export const commentRoutes: FastifyPluginAsync = async (app) => {
  documentOperations(app, { tags: ['Comments'] })
  route(app, 'POST /tasks/:id/comments', 'createComment', 'Create a comment', {
    description: 'Appends a comment to a task.',
    params: TaskParams,
    body: CommentInput,
    responses: { 201: [Comment, 'The created comment.'], ...notFound.task },
    handler: async (request) => {
      const { board, params, body } = request
      return board.store.createComment(board.id, params.id, body.text, request.now())
    },
  })

  route(app, 'PUT /tasks/:id/comments/:commentId', 'updateComment', 'Update a comment', {
    description: 'Replaces the text of a comment and sets its `updatedAt`.',
    params: CommentParams,
    body: CommentInput,
    responses: { 200: [Comment, 'The updated comment.'], ...notFound.comment },
    handler: async (request) => {
      const { board, params, body } = request
      return board.store.updateComment(board.id, params.id, params.commentId, body.text, request.now())
    },
  })

  route(app, 'DELETE /tasks/:id/comments/:commentId', 'deleteComment', 'Delete a comment', {
    description: 'Deletes a comment of a task.',
    params: CommentParams,
    responses: { 204: 'The comment is deleted.', ...notFound.comment },
    handler: ({ board, params }) => board.store.deleteComment(board.id, params.id, params.commentId),
  })
}
