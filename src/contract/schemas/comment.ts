import { type Static, Type } from '@sinclair/typebox'
import { COMMENT_MAX } from '../limits.js'
import { filledText, identifier, timestamp } from './builders.js'

export const Comment = Type.Object(
  {
    id: identifier('The id, assigned by the server.'),
    text: Type.String(),
    createdAt: timestamp('When the comment was created.'),
    updatedAt: timestamp('When the comment was last updated.'),
  },
  { $id: 'Comment', description: 'A comment on a task.' },
)
export type Comment = Static<typeof Comment>

export const CommentInput = Type.Object(
  { text: filledText(COMMENT_MAX) },
  { $id: 'CommentInput', description: 'The values of a comment to create or update.' },
)

export const CommentParams = Type.Object({
  id: identifier('The id of the task.'),
  commentId: identifier('The id of the comment.'),
})
