import { type Static, Type } from '@sinclair/typebox'
import { COMMENT_MAX } from '../limits.js'
import { filledText, identifier, timestamp } from './builders.js'

export const Comment = Type.Object(
  {
    id: identifier('Assigned by the server.'),
    text: Type.String(),
    createdAt: timestamp('When the comment was written.'),
    updatedAt: timestamp('When the comment was last changed.'),
  },
  { $id: 'Comment', description: 'A comment on a task.' },
)
export type Comment = Static<typeof Comment>

export const CommentInput = Type.Object(
  { text: filledText(COMMENT_MAX) },
  { $id: 'CommentInput', description: 'What a comment is created or changed from.' },
)

export const CommentParams = Type.Object({
  id: identifier('The id of the task.'),
  commentId: identifier('The id of the comment.'),
})
