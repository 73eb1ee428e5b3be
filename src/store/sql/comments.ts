import { CommentNotFound, TaskNotFound } from '../../errors.js'
import type { Comment } from '../../schemas/comment.js'
import type { Database, Queryable } from '../database.js'
import type { Store } from '../store.js'
import { advanceBoard } from './boards.js'

const RETURNED = 'RETURNING id, text, created_at AS "createdAt", updated_at AS "updatedAt"'

/** @throws TaskNotFound where the board has no such task */
export async function requireTask(queryable: Queryable, board: string, id: number): Promise<void> {
  const rows = await queryable.all('SELECT 1 FROM task WHERE board_id = ? AND id = ?', [board, id])
  if (rows.length === 0) throw new TaskNotFound(id)
}

/** The store's methods on comments. */
export function commentMethods(database: Database) {
  return {
    async createComment(board, taskId, text, now) {
      return database.transaction(async (tx) => {
        const last = await advanceBoard(tx, board, { comment: 1 })
        await requireTask(tx, board, taskId)
        const [comment] = await tx.all<Comment>(
          `INSERT INTO comment (board_id, id, task_id, text, created_at, updated_at)
           VALUES (?, ?, ?, ?, ?, ?) ${RETURNED}`,
          [board, last.comment, taskId, text, now, now],
        )
        return comment as Comment
      })
    },

    async updateComment(board, taskId, id, text, now) {
      return database.transaction(async (tx) => {
        await advanceBoard(tx, board)
        await requireTask(tx, board, taskId)
        const [comment] = await tx.all<Comment>(
          `UPDATE comment SET text = ?, updated_at = CASE WHEN updated_at > ? THEN updated_at ELSE ? END
           WHERE board_id = ? AND task_id = ? AND id = ? ${RETURNED}`,
          [text, now, now, board, taskId, id],
        )
        if (comment === undefined) throw new CommentNotFound(id)
        return comment
      })
    },

    async deleteComment(board, taskId, id) {
      await database.transaction(async (tx) => {
        await advanceBoard(tx, board)
        await requireTask(tx, board, taskId)
        const deleted = await tx.all(
          'DELETE FROM comment WHERE board_id = ? AND task_id = ? AND id = ? RETURNING id',
          [board, taskId, id],
        )
        if (deleted.length === 0) throw new CommentNotFound(id)
      })
    },
  } satisfies Partial<Store>
}
