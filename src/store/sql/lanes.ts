/**
 * The positions of tasks in a lane (a column of the board). They have no gaps (decision 18), but they are not stored:
 * otherwise a move would change every task between two positions.
 *
 * A lane is divided into runs. A run has a bounded number of tasks, its `length`, and the runs of a lane are in the order
 * of their `rank`. Within its run, a task has a sparse `sort_key`. The position of a task is the length of all earlier
 * runs, plus the number of earlier tasks in its own run. A move therefore changes one task and two lengths. Ids of runs
 * are unique within their lane.
 */

/**
 * Returns a query for the number of tasks in a lane.
 *
 * The cast is for PostgreSQL, where a sum of integers is not an integer.
 */
export function laneLength(board: string, lane: string): string {
  return `SELECT CAST(coalesce(sum(length), 0) AS BIGINT) AS length FROM run WHERE board_id = ${board} AND status = ${lane}`
}

/** The same query, with the board and the index of the status as parameters. */
export const LANE_LENGTH = laneLength('?', '?')

/** A query for the number of tasks on a board. Parameter: the board. */
export const BOARD_LENGTH = 'SELECT CAST(coalesce(sum(length), 0) AS BIGINT) AS total FROM run WHERE board_id = ?'

/**
 * Returns a query for the runs of a lane. The `end_position` of a run is the total length of the runs up to it, counted
 * from the start or from the end of the lane.
 */
export function runsWithEnd(direction: 'asc' | 'desc', board = '?', lane = '?'): string {
  return `
    SELECT id, rank, length,
      CAST(sum(length) OVER (ORDER BY rank ${direction} ROWS UNBOUNDED PRECEDING) AS BIGINT) AS end_position
    FROM run WHERE board_id = ${board} AND status = ${lane}`
}

/** An expression for the number of tasks in the runs of a lane that come before a run. */
export function lengthBefore(run: string): string {
  return `(SELECT CAST(coalesce(sum(earlier.length), 0) AS BIGINT) FROM run AS earlier
    WHERE earlier.board_id = ${run}.board_id AND earlier.status = ${run}.status AND earlier.rank < ${run}.rank)`
}

/** An expression for the number of tasks that come before a row of `task` in its run. */
const OFFSET_IN_RUN = `(SELECT count(*) FROM task AS earlier
  WHERE earlier.board_id = task.board_id AND earlier.status = task.status AND earlier.run_id = task.run_id
    AND earlier.sort_key < task.sort_key)`

/** An expression for the position of a row of `task`. */
export const POSITION = `(${OFFSET_IN_RUN} + (SELECT ${lengthBefore('own')} FROM run AS own
  WHERE own.board_id = task.board_id AND own.status = task.status AND own.id = task.run_id))`

/**
 * Returns the rows of `task` with `own_run`, so that `POSITION_IN_OWN_RUN` is an expression for their positions. For many
 * tasks, this is faster than `POSITION`. With `CROSS JOIN`, SQLite searches the tasks first.
 */
export function tasksWithRuns(board: string): string {
  return `task CROSS JOIN (
      SELECT status, id,
        CAST(sum(length) OVER (PARTITION BY status ORDER BY rank ROWS UNBOUNDED PRECEDING) AS BIGINT) - length AS start
      FROM run WHERE board_id = ${board}) AS own_run`
}

/** The condition that joins `tasksWithRuns`. */
export const IN_OWN_RUN = 'own_run.status = task.status AND own_run.id = task.run_id'

export const POSITION_IN_OWN_RUN = `own_run.start + ${OFFSET_IN_RUN}`

/**
 * A query for the ids and positions of all tasks of a board. Parameter: the board.
 *
 * With `CROSS JOIN`, SQLite reads the runs and their tasks in order and sorts nothing.
 */
export const POSITIONS = `
  SELECT task.id, row_number() OVER (PARTITION BY run.status ORDER BY run.rank, task.sort_key) - 1 AS position
  FROM run CROSS JOIN task
  WHERE task.board_id = run.board_id AND task.status = run.status AND task.run_id = run.id AND run.board_id = ?`
