/** The content of a board at one moment, and the operations on it. @module */

import { BoardFull, quotaUnit, TaskNotFound } from '../../contract/errors.js'
import { STATUSES } from '../../contract/schemas/enumerations.js'
import type { BegunSequences } from '../../rules/challenges/judge.js'
import { type ForkOf, putRow, replaceRows, type ViewOf, type Written } from '../versioned.js'
import { type ChunkedList, changeAt, countSmaller, EMPTY_LIST, itemAt } from './chunked-list.js'
import { COMMENT_KIND, FILE_KIND, type Items, NO_ITEMS, TASK_KIND, toRowId } from './items.js'
import type { BoardProfile } from './profile.js'
import { type TaskRecord, toRow } from './task-record.js'
import type { BoardQuota, IdKind, LastIds } from './values.js'

/** What a board contains at one moment. It never changes: a write makes another version, which shares most of it. */
export interface BoardVersion {
  /** The tasks by ascending id. */
  readonly tasks: ChunkedList<TaskRecord>
  /** The tasks of each status in the order of their column. A position is an index in it. */
  readonly columns: readonly ChunkedList<TaskRecord>[]
  readonly lastIds: LastIds
  readonly usage: Usage
  /** `undefined` for a board that was deleted, or is not stored. */
  readonly profile: BoardProfile | undefined
  /** Everything but tasks and comments. */
  readonly items: Items
  /** The begun sequences after the last request of the log; `undefined` until the first one after the board was loaded. */
  readonly begun: Begun | undefined
  /** Grows with each change that a client can see in the content or the settings. It is not stored. */
  readonly revision: number
}

/** The sequences of challenges that have begun. */
export interface Begun {
  /** How often the solved challenges had been deleted (`challengeRestarts`). */
  restarts: number
  /** The number of the last request of the log that was judged. */
  last: number
  sequences: BegunSequences
}

/** What a board holds. */
export interface Usage {
  readonly comments: number
  readonly attachmentBytes: number
  /** The size of the rows of its tasks and comments in bytes. */
  readonly rowBytes: number
  /** Their approximate size in memory in bytes. */
  readonly memory: number
}

type Columns = Pick<BoardVersion, 'columns'>
export type View = ViewOf<BoardVersion>
export type Fork = ForkOf<BoardVersion>

const NO_IDS: LastIds = { task: 0, checklistItem: 0, comment: 0, attachment: 0 }
const NO_USAGE: Usage = { comments: 0, attachmentBytes: 0, rowBytes: 0, memory: 0 }

const NO_COLUMNS = STATUSES.map(() => EMPTY_LIST)

/** Returns the version of an empty board. */
export function emptyVersion(lastIds = NO_IDS): BoardVersion {
  const content = { tasks: EMPTY_LIST, columns: NO_COLUMNS, lastIds, usage: NO_USAGE }
  return { ...content, profile: undefined, items: NO_ITEMS, begun: undefined, revision: 0 }
}

/**
 * Replaces all tasks of a fork, by default with none.
 *
 * @param parts the rows of the new ones
 */
export function replaceTasks(
  fork: Fork,
  { tasks, columns, lastIds, usage } = emptyVersion(),
  parts: Written[] = [],
): void {
  replaceRows(fork, [TASK_KIND, COMMENT_KIND, FILE_KIND], parts)
  fork.version = { ...fork.version, tasks, columns, lastIds, usage }
}

/** @throws TaskNotFound if the task does not exist */
export function requireTask({ version }: View, id: number): TaskRecord {
  const task = findTask(version, id)
  if (task === undefined) throw new TaskNotFound(id)
  return task
}

/** Returns a task, or `undefined` if it does not exist. */
export function findTask({ tasks }: BoardVersion, id: number): TaskRecord | undefined {
  const found = itemAt(tasks, indexOfId(tasks, id))
  return found?.id === id ? found : undefined
}

/** Returns the tasks of a column in their order. */
export function columnOf({ columns }: Columns, status: number): ChunkedList<TaskRecord> {
  return columns[status] as ChunkedList<TaskRecord>
}

/** Returns the position of a task in its column. */
export function positionOf(version: Columns, { status, key }: TaskRecord): number {
  return countSmaller(columnOf(version, status), keyOf, key)
}

/** Returns the index of a task with an id, or where it would be. */
export function indexOfId(tasks: ChunkedList<TaskRecord>, id: number): number {
  return countSmaller(tasks, idOf, id)
}

const idOf = ({ id }: TaskRecord) => id
const keyOf = ({ key }: TaskRecord) => key

/** Reserves some ids, and returns the first. Ids are never reused (decision 21). */
export function reserveIds(fork: Fork, kind: IdKind, count = 1): number {
  const { lastIds } = fork.version
  const reserved = { ...lastIds }
  reserved[kind] += count
  fork.version = { ...fork.version, lastIds: reserved }
  return lastIds[kind] + 1
}

/** Adds a task to a fork, or replaces one. */
export function putTask(fork: Fork, before: TaskRecord | undefined, after: TaskRecord): void {
  changeLists(fork, before, after)
  putRow(fork, TASK_KIND, toRowId(after.id), toRow(after))
}

/** Removes a task from a fork, with its comments and attachments. */
export function removeTask(fork: Fork, task: TaskRecord): void {
  changeLists(fork, task, undefined)
  putRow(fork, TASK_KIND, toRowId(task.id), null)
  for (const { id } of task.comments) putRow(fork, COMMENT_KIND, toRowId(id), null)
  for (const blob of task.blobs) putRow(fork, FILE_KIND, blob, null)
}

/**
 * Adds, replaces or removes a task in all lists of a fork, without its row.
 *
 * @param before the task as it was; `undefined` to add one
 * @param after the task as it becomes; `undefined` to remove it
 */
export function changeLists(fork: Fork, before: TaskRecord | undefined, after: TaskRecord | undefined): void {
  const { version } = fork
  const { id } = (before ?? after) as TaskRecord
  const columns = [...version.columns]
  const change = (place: TaskRecord, old: TaskRecord | undefined, current: TaskRecord | undefined) => {
    columns[place.status] = changeAt(columnOf({ columns }, place.status), positionOf({ columns }, place), old, current)
  }
  // A task that stays in its column keeps its key.
  if (before !== undefined && before.status === after?.status) change(before, before, after)
  else {
    if (before !== undefined) change(before, before, undefined)
    if (after !== undefined) change(after, undefined, after)
  }
  fork.version = {
    ...version,
    tasks: changeAt(version.tasks, indexOfId(version.tasks, id), before, after),
    columns,
    usage: changeUsage(version.usage, before, after),
  }
}

const NOTHING = { comments: [], attachmentBytes: 0, size: 0, memory: 0 }

/** Returns a usage after a task has replaced another one. */
export function changeUsage(usage: Usage, before?: TaskRecord, after?: TaskRecord): Usage {
  const [less, more] = [before ?? NOTHING, after ?? NOTHING]
  return {
    comments: usage.comments + more.comments.length - less.comments.length,
    attachmentBytes: usage.attachmentBytes + more.attachmentBytes - less.attachmentBytes,
    rowBytes: usage.rowBytes + more.size - less.size,
    memory: usage.memory + more.memory - less.memory,
  }
}

type Limited = Pick<Fork, 'version' | 'quota'>

/**
 * Requires that the quota of a board allows `more` of a kind.
 *
 * @throws BoardFull if it exceeds its quota with them
 */
export function requireQuota({ version, quota }: Limited, kind: keyof BoardQuota, more: number): void {
  if (quota === undefined) return
  const used = kind === 'tasks' ? version.tasks.length : version.usage[kind]
  if (used + more > quota[kind]) throw new BoardFull(quota[kind], quotaUnit(kind))
}

/**
 * Requires that a whole version is within its quota.
 *
 * @throws BoardFull
 */
export function requireFits(board: Limited): void {
  for (const kind of ['tasks', 'comments', 'attachmentBytes'] as const) requireQuota(board, kind, 0)
}
