import { CommentNotFound } from '../../contract/errors.js'
import type { Comment } from '../../contract/schemas/comment.js'
import type { Database } from '../database.js'
import type { CommentMethods } from '../store.js'
import { insertRows } from './insert-rows.js'
import { type QuotaOf, requireRoom } from './quotas.js'
import { requireTask } from './require-task.js'

const DELETE = 'DELETE FROM comment WHERE board_id = ? AND task_id = ? AND id = ? RETURNING id'
const UPDATE = `
  UPDATE comment SET text = ?, updated_at = CASE WHEN updated_at > ? THEN updated_at ELSE ? END
  WHERE board_id = ? AND task_id = ? AND id = ?
  RETURNING id, text, created_at AS "createdAt", updated_at AS "updatedAt"`

export function commentMethods(database: Database, quotaOf: QuotaOf) {
  return {
    async createComment(board, taskId, text, now) {
      return database.changeBoard(board, async (tx) => {
        await requireTask(tx, board, taskId)
        await requireRoom(tx, board, quotaOf(board), 'comments', 1)
        const id = tx.reserveIds('comment')
        const times = { created_at: now, updated_at: now }
        await insertRows(tx, 'comment', [{ board_id: board, id, task_id: taskId, text, ...times }])
        tx.addUsage({ comments: 1 })
        return { id, text, createdAt: now, updatedAt: now }
      })
    },

    async updateComment(board, taskId, id, text, now) {
      return database.changeBoard(board, async (tx) => {
        await requireTask(tx, board, taskId)
        const [comment] = await tx.all<Comment>(UPDATE, [text, now, now, board, taskId, id])
        if (comment === undefined) throw new CommentNotFound(id)
        return comment
      })
    },

    async deleteComment(board, taskId, id) {
      await database.changeBoard(board, async (tx) => {
        await requireTask(tx, board, taskId)
        const deleted = await tx.all(DELETE, [board, taskId, id])
        if (deleted.length === 0) throw new CommentNotFound(id)
        tx.addUsage({ comments: -1 })
      })
    },
  } satisfies CommentMethods
}
