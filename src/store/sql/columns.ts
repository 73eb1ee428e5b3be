import type { Value } from '../database.js'

/**
 * A query for the length of a column, which is the place after its last task: the places of a column leave no gap
 * (decision 20).
 */
export function columnLength(board: string, status: number): [sql: string, parameters: Value[]] {
  return [
    'SELECT coalesce(max(sort_order) + 1, 0) AS length FROM task WHERE board_id = ? AND status = ?',
    [board, status],
  ]
}
