import type { Queryable } from '../database.js'

/** The distance between adjacent new keys, and between adjacent new ranks. */
export const GAP = 2 ** 20

/**
 * The maximum length of a run. With longer runs, a position in a short lane costs more; with shorter runs, one in a lane
 * of 100,000 tasks costs more.
 */
export const RUN_MAX = 128

/** A lane of a board, as parameters of statements. */
export type Lane = readonly [board: string, status: number]

export interface Run {
  id: number
  rank: number
  length: number
}

/** The columns of a task that hold its place. */
export interface Place {
  run_id: number
  sort_key: number
}

/** Returns the place of the task at a position of a lane that is written as a whole. `fillRuns` adds the runs. */
export function placeAt(position: number): Place {
  return { run_id: Math.floor(position / RUN_MAX), sort_key: (position % RUN_MAX) * GAP }
}

/** Adds the runs of a board without runs. Its tasks have places of `placeAt`. */
export async function fillRuns(tx: Queryable, board: string): Promise<void> {
  await tx.all(
    `INSERT INTO run (board_id, status, rank, id, length)
     SELECT board_id, status, run_id * ${GAP}, run_id, count(*) FROM task WHERE board_id = ?
     GROUP BY board_id, status, run_id`,
    [board],
  )
}

const RUN = 'FROM run WHERE board_id = ? AND status = ?'
const TASKS = 'FROM task WHERE board_id = ? AND status = ? AND run_id = ?'
const TWO_KEYS = `SELECT sort_key ${TASKS} AND id <> ? ORDER BY sort_key LIMIT 2 OFFSET ?`

/**
 * Reads two adjacent keys of a run.
 *
 * @param except the id of a task that is leaving its place; its key is skipped
 */
export async function readKeys(tx: Queryable, lane: Lane, run: number, offset: number, except: number) {
  const rows = await tx.all<{ sort_key: number }>(TWO_KEYS, [...lane, run, except, offset])
  return rows.map((row) => row.sort_key)
}

/** Renews the keys of a run, so that there is room between all of them. */
export async function spreadKeys(tx: Queryable, lane: Lane, run: number): Promise<void> {
  const [board] = lane
  await tx.all(
    `UPDATE task SET sort_key = ordered.number * ${GAP}
     FROM (SELECT id, row_number() OVER (ORDER BY sort_key) AS number ${TASKS}) AS ordered
     WHERE task.board_id = ? AND task.id = ordered.id`,
    [...lane, run, board],
  )
}

/** Renews the ranks of a lane. The new ranks are higher than all old ones, because ranks are unique at any time. */
async function spreadRanks(tx: Queryable, lane: Lane): Promise<void> {
  await tx.all(
    `UPDATE run SET rank = ordered.rank
     FROM (SELECT id, max(rank) OVER () + row_number() OVER (ORDER BY rank) * ${GAP} AS rank ${RUN}) AS ordered
     WHERE run.board_id = ? AND run.status = ? AND run.id = ordered.id`,
    [...lane, ...lane],
  )
}

/** Moves the second half of a run into a new run. If there is no rank for the new run, this only makes room for it. */
export async function split(tx: Queryable, lane: Lane, run: Run, except: number): Promise<void> {
  const [next] = await tx.all<{ rank: number | null }>(`SELECT min(rank) AS rank ${RUN} AND rank > ?`, [
    ...lane,
    run.rank,
  ])
  const end = next?.rank ?? run.rank + 2 * GAP
  const rank = Math.floor((run.rank + end) / 2)
  if (rank === run.rank) return spreadRanks(tx, lane)
  const half = run.length >> 1
  const [from] = await readKeys(tx, lane, run.id, half, except)
  const [added] = await tx.all<{ id: number }>(
    `INSERT INTO run (board_id, status, rank, id, length) VALUES (?, ?, ?, (SELECT max(id) + 1 ${RUN}), ?) RETURNING id`,
    [...lane, rank, ...lane, run.length - half],
  )
  await setLength(tx, lane, run.id, half)
  await tx.all('UPDATE task SET run_id = ? WHERE board_id = ? AND status = ? AND run_id = ? AND sort_key >= ?', [
    added?.id as number,
    ...lane,
    run.id,
    from as number,
  ])
}

async function setLength(tx: Queryable, lane: Lane, run: number, length: number): Promise<void> {
  await tx.all('UPDATE run SET length = ? WHERE board_id = ? AND status = ? AND id = ?', [length, ...lane, run])
}

/** Merges a run with the run before or after it, if their total length is at most `max`. */
export async function merge(tx: Queryable, lane: Lane, { rank }: Run, max: number): Promise<void> {
  const runs = await tx.all<Run>(
    `SELECT id, rank, length ${RUN} AND rank >= coalesce((SELECT max(rank) ${RUN} AND rank < ?), ?) ORDER BY rank LIMIT 3`,
    [...lane, ...lane, rank, rank],
  )
  for (const [index, second] of runs.entries()) {
    const first = runs[index - 1]
    if (first === undefined || first.length + second.length > max) continue
    await tx.all(
      `UPDATE task SET run_id = ?,
         sort_key = sort_key - (SELECT min(sort_key) ${TASKS}) + (SELECT max(sort_key) ${TASKS}) + ${GAP}
       WHERE board_id = ? AND status = ? AND run_id = ?`,
      [first.id, ...lane, second.id, ...lane, first.id, ...lane, second.id],
    )
    await deleteRun(tx, lane, second.id)
    await setLength(tx, lane, first.id, first.length + second.length)
    return
  }
}

export async function deleteRun(tx: Queryable, lane: Lane, run: number): Promise<void> {
  await tx.all('DELETE FROM run WHERE board_id = ? AND status = ? AND id = ?', [...lane, run])
}
