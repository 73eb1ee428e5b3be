import { putRow } from '../versioned.js'
import { type ChunkedList, changeAt, itemAt } from './chunked-list.js'
import { TASK_KIND, toRowId } from './items.js'
import { type TaskRecord, toRow } from './task-record.js'
import { columnOf, type Fork, indexOfId } from './version.js'

/**
 * The keys of the tasks in a column. They have gaps, so that a task is moved by changing only its own key.
 */

/** The distance between the keys of neighbours, as long as nothing was moved between them. */
export const GAP = 2 ** 20

/** The number of tasks that get new keys when there is no gap between two. */
const RENUMBERED = 128

/** The distance that new keys have at least. If the gap is too small for it, more tasks get new keys. */
const DISTANCE_MIN = 2 ** 10

/** Returns a key for a task at an index of a column. It makes a gap if there is none. */
export function keyAt(fork: Fork, status: number, index: number): number {
  const column = columnOf(fork.version, status)
  const [previous, next] = [itemAt(column, index - 1)?.key, itemAt(column, index)?.key]
  if (next === undefined) return (previous ?? -GAP) + GAP
  if (previous === undefined) return next - GAP
  const middle = Math.floor((previous + next) / 2)
  if (middle !== previous) return middle
  renumber(fork, status, index)
  return keyAt(fork, status, index)
}

/** Gives the tasks around an index of a column new keys with equal distances. */
function renumber(fork: Fork, status: number, index: number): void {
  const column = columnOf(fork.version, status)
  let { tasks } = fork.version
  let renumbered = column
  const { start, end, first, distance } = chooseKeys(column, index, RENUMBERED)
  for (let at = start; at < end; at++) {
    const before = itemAt(column, at) as TaskRecord
    const task = { ...before, key: first + (at - start) * distance }
    renumbered = changeAt(renumbered, at, before, task)
    tasks = changeAt(tasks, indexOfId(tasks, task.id), before, task)
    putRow(fork, TASK_KIND, toRowId(task.id), toRow(task))
  }
  fork.version = { ...fork.version, tasks, columns: fork.version.columns.with(status, renumbered) }
}

/** Chooses new keys for `count` tasks around an index, or for more if they would be too close together. */
function chooseKeys(column: ChunkedList<TaskRecord>, index: number, count: number) {
  const start = Math.max(index - count / 2, 0)
  const end = Math.min(index + count / 2, column.length)
  const [before, after] = [itemAt(column, start - 1)?.key, itemAt(column, end)?.key]
  // The keys beyond an end of the column are free.
  if (after === undefined) return { start, end, first: before === undefined ? 0 : before + GAP, distance: GAP }
  if (before === undefined) return { start, end, first: after - (end - start) * GAP, distance: GAP }
  const distance = Math.floor((after - before) / (end - start + 1))
  if (distance < DISTANCE_MIN) return chooseKeys(column, index, count * 2)
  return { start, end, first: before + distance, distance }
}
