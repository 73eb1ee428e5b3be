import { TaskNotFound } from '../../errors.js'
import type { Database, Queryable } from '../database.js'

/** @throws TaskNotFound if the task does not exist */
export async function requireTask(queryable: Queryable, board: string, id: number): Promise<void> {
  const rows = await queryable.all('SELECT 1 FROM task WHERE board_id = ? AND id = ?', [board, id])
  if (rows.length === 0) throw new TaskNotFound(id)
}

/**
 * Deletes a comment or an attachment of a task.
 *
 * @returns whether it existed
 * @throws TaskNotFound if the task does not exist
 */
export function deletePart(
  database: Database,
  table: 'comment' | 'attachment',
  board: string,
  taskId: number,
  id: number,
): Promise<boolean> {
  return database.changeBoard(board, async (tx) => {
    await requireTask(tx, board, taskId)
    const deleted = await tx.all(`DELETE FROM ${table} WHERE board_id = ? AND task_id = ? AND id = ? RETURNING id`, [
      board,
      taskId,
      id,
    ])
    return deleted.length > 0
  })
}
