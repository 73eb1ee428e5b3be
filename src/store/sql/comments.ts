import { CommentNotFound } from '../../errors.js'
import type { Comment } from '../../schemas/comment.js'
import type { Database } from '../database.js'
import type { CommentMethods, QuotaOf } from '../store.js'
import { lockBoard } from './boards.js'
import { requireRoom } from './quotas.js'
import { deletePart, requireTask } from './task-parts.js'

const RETURNED = 'RETURNING id, text, created_at AS "createdAt", updated_at AS "updatedAt"'

const INSERT = `
  INSERT INTO comment (board_id, id, task_id, text, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?) ${RETURNED}`
const UPDATE = `
  UPDATE comment SET text = ?, updated_at = CASE WHEN updated_at > ? THEN updated_at ELSE ? END
  WHERE board_id = ? AND task_id = ? AND id = ? ${RETURNED}`

export function commentMethods(database: Database, quotaOf: QuotaOf) {
  return {
    async createComment(board, taskId, text, now) {
      return database.transaction(async (tx) => {
        const ids = await lockBoard(tx, board, { comment: 1 })
        await requireTask(tx, board, taskId)
        await requireRoom(tx, board, quotaOf(board), 'comments', 1)
        const [comment] = await tx.runFinal<Comment>(INSERT, [board, ids.comment, taskId, text, now, now])
        return comment as Comment
      }, board)
    },

    async updateComment(board, taskId, id, text, now) {
      return database.transaction(async (tx) => {
        await lockBoard(tx, board)
        await requireTask(tx, board, taskId)
        const [comment] = await tx.all<Comment>(UPDATE, [text, now, now, board, taskId, id])
        if (comment === undefined) throw new CommentNotFound(id)
        return comment
      }, board)
    },

    async deleteComment(board, taskId, id) {
      if (!(await deletePart(database, 'comment', board, taskId, id))) throw new CommentNotFound(id)
    },
  } satisfies CommentMethods
}
