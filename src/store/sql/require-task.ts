import { TaskNotFound } from '../../contract/errors.js'
import type { Queryable } from '../database.js'

/** @throws TaskNotFound if the task does not exist */
export async function requireTask(queryable: Queryable, board: string, id: number): Promise<void> {
  const rows = await queryable.all('SELECT 1 FROM task WHERE board_id = ? AND id = ?', [board, id])
  if (rows.length === 0) throw new TaskNotFound(id)
}
