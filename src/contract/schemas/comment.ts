import { type Static, Type } from '@sinclair/typebox'
import { COMMENT_MAX } from '../limits.js'
import { component } from './builders.js'
import { filledText, identifier, timestamp } from './values.js'

export const Comment = component('Comment', 'A comment on a task.', {
  id: identifier('The id, assigned by the server.'),
  text: Type.String(),
  createdAt: timestamp('When the comment was created.'),
  updatedAt: timestamp('When the comment was last updated.'),
})
export type Comment = Static<typeof Comment>

export const CommentInput = component('CommentInput', 'The values of a comment to create or update.', {
  text: filledText(COMMENT_MAX),
})

export const CommentParams = Type.Object({
  id: identifier('The id of the task.'),
  commentId: identifier('The id of the comment.'),
})
