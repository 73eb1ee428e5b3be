/**
 * A query for the length of a column, which is the place after its last task: the places of a column leave no gap
 * (decision 18). Its parameters are the board and the status.
 */
export const LANE_LENGTH =
  'SELECT coalesce(max(sort_order) + 1, 0) AS length FROM task WHERE board_id = ? AND status = ?'
