import type { BoardTransaction, LaneEnd, Queryable } from '../database.js'
import { LANE_LENGTH, lengthBefore, runsWithEnd } from './lanes.js'
import { deleteRun, GAP, type Lane, merge, type Place, RUN_MAX, type Run, readKeys, split, spreadKeys } from './runs.js'

/** A place for a task, with its position. */
export interface NewPlace extends Place {
  position: number
  /** The statement that makes room for the task, if it still runs. */
  extended?: Promise<unknown>
}

const LANE = 'board_id = ? AND status = ?'

/** Adds a task to the last run of a lane, if it has room. */
const EXTEND = `
  UPDATE run SET length = length + 1
  WHERE ${LANE} AND rank = (SELECT max(rank) FROM run WHERE ${LANE}) AND length < ?
  RETURNING id AS run_id, ${lengthBefore('run')} + length - 1 AS position,
    (SELECT max(sort_key) + ${GAP} FROM task WHERE board_id = run.board_id AND status = run.status AND run_id = run.id)
      AS sort_key, length`

/** Adds a run with one task to the end of a lane. */
const ADD_RUN = `
  INSERT INTO run (board_id, status, length, rank, id)
  SELECT CAST(? AS TEXT), CAST(? AS BIGINT), 1, coalesce(max(rank) + ${GAP}, 0), coalesce(max(id) + 1, 0) FROM run WHERE ${LANE}
  RETURNING id AS run_id, ${lengthBefore('run')} AS position, 0 AS sort_key, length`

/** Adds a task to a run. */
const LENGTHEN = `UPDATE run SET length = length + 1 WHERE ${LANE} AND id = ?`

/** Finds the run that has a position. */
const FIND = `
  SELECT id, rank, length, end_position - length AS start FROM (${runsWithEnd('asc')}) AS runs
  WHERE end_position > ? AND end_position - length <= ? LIMIT 1`

const SHORTEN = `UPDATE run SET length = length - 1 WHERE ${LANE} AND id = ? RETURNING id, rank, length`

/**
 * Creates the functions that change the lengths of the runs. The caller writes the place of
 * the task itself.
 *
 * @param max the maximum length of a run
 */
export function createLaneChanges(max = RUN_MAX) {
  /**
   * Makes room for a task at the end of a lane.
   *
   * @param end the end of a lane, if it is known. If it is that of this lane, the database need not look for it.
   */
  async function append(tx: BoardTransaction, lane: Lane, end?: LaneEnd): Promise<NewPlace> {
    if (end !== undefined && end.lane === lane[1] && end.length < max) return extend(tx, lane, end)
    const [found] = await tx.all<LaneEnd>(EXTEND, [...lane, ...lane, max])
    const [last] = found === undefined ? await tx.all<LaneEnd>(ADD_RUN, [...lane, ...lane]) : [found]
    const { run_id, sort_key, position, length } = last as LaneEnd
    tx.passLaneEnd({ lane: lane[1], run_id, sort_key, position, length })
    return { run_id, sort_key, position }
  }

  function extend(tx: BoardTransaction, lane: Lane, end: LaneEnd): NewPlace {
    const { run_id } = end
    const place = { run_id, sort_key: end.sort_key + GAP, position: end.position + 1 }
    tx.passLaneEnd({ ...end, ...place, length: end.length + 1 })
    return { ...place, extended: tx.all(LENGTHEN, [...lane, run_id]) }
  }

  /**
   * Makes room for a task at a position of a lane. A position past the end means the end.
   *
   * @param id the task. It does not count, even if its old place is in this lane.
   */
  async function insert(tx: BoardTransaction, lane: Lane, position: number, id: number): Promise<NewPlace> {
    // A sum is much faster than a window, which a position past the end would compute for the whole lane.
    const [sum] = await tx.all<{ length: number }>(LANE_LENGTH, lane)
    if (position >= (sum?.length ?? 0)) return append(tx, lane)
    const [run] = (await tx.all<Run & { start: number }>(FIND, [...lane, position, position])) as [
      Run & { start: number },
    ]
    if (run.length >= max) {
      await split(tx, lane, run, id)
      return insert(tx, lane, position, id)
    }
    const key = await findKey(tx, lane, run, position - run.start, id)
    if (key === undefined) {
      await spreadKeys(tx, lane, run.id)
      return insert(tx, lane, position, id)
    }
    await tx.all(LENGTHEN, [...lane, run.id])
    return { run_id: run.id, sort_key: key, position }
  }

  /** Returns a key for the task at an offset in a run, or `undefined` if there is no room between two keys. */
  async function findKey(tx: Queryable, lane: Lane, run: Run, offset: number, id: number) {
    if (offset === 0) {
      const [first] = await readKeys(tx, lane, run.id, 0, id)
      return (first as number) - GAP
    }
    const [previous, next] = (await readKeys(tx, lane, run.id, offset - 1, id)) as [number, number]
    const key = Math.floor((previous + next) / 2)
    return key === previous ? undefined : key
  }

  /** Takes a task from the length of its run. */
  async function remove(tx: Queryable, lane: Lane, run: number): Promise<void> {
    const [left] = await tx.all<Run>(SHORTEN, [...lane, run])
    const { length } = left as Run
    if (length === 0) await deleteRun(tx, lane, run)
    // Looking for a run to merge with costs a query, so only some lengths cause it.
    else if (length % (max / 8) === 0) await merge(tx, lane, left as Run, max / 2)
  }

  return { append, insert, remove }
}
