import type { Task } from '../../contract/schemas/task.js'
import { attach, type NewFile } from './attachments.js'
import { GAP } from './columns.js'
import { createComment } from './comments.js'
import { assemble } from './load.js'
import { requireFits } from './quotas.js'
import { STEP_SIZE, type Steps } from './steps.js'
import { renderTask, toComment, toRecord } from './task-record.js'
import { createTask } from './tasks.js'
import type { LastIds, TaskValues } from './values.js'
import { type BoardVersion, clear, type Fork, positionOf, requireTask } from './version.js'

/** The tasks of a board, by ascending id, and the highest ids that it has assigned. */
export interface Content<Element> {
  lastIds: LastIds
  tasks: Element[]
}

/** A task with the keys of the bytes of its attachments, in their order. */
export interface TaskWithBlobs {
  task: Task
  blobs: readonly string[]
}

/** A task to create with its comments and files. */
export interface NewTask {
  values: TaskValues
  comments?: readonly string[]
  files?: readonly NewFile[]
}

/** Returns the content of a board. */
export function* readContent(version: BoardVersion): Steps<Content<TaskWithBlobs>> {
  const tasks: TaskWithBlobs[] = []
  for (const chunk of version.tasks.chunks) {
    for (const task of chunk) {
      tasks.push({ task: JSON.parse(renderTask(task, positionOf(version, task))), blobs: task.blobs })
      yield
    }
  }
  return { lastIds: version.lastIds, tasks }
}

/** Makes a version of a content, for `replaceContent`. The positions in each column must be 0 to n−1. */
export function* prepareContent({ lastIds, tasks }: Content<TaskWithBlobs>): Steps<BoardVersion> {
  const records = []
  for (const { task, blobs } of tasks) {
    records.push(toRecord(task, task.sortOrder * GAP, task.comments.map(toComment), blobs))
    if (records.length % STEP_SIZE === 0) yield
  }
  return yield* assemble(records, lastIds)
}

/**
 * Replaces the content of a board.
 *
 * @param content the result of `prepareContent`
 * @throws BoardFull if the content exceeds a quota of the board
 */
export function replaceContent(fork: Fork, content: BoardVersion): void {
  requireFits({ version: content, quota: fork.quota })
  const { tasks, columns, lastIds, usage } = content
  fork.version = { ...fork.version, tasks, columns, lastIds, usage }
}

/**
 * Creates all of the tasks if the board has none.
 *
 * @throws BoardFull if they exceed a quota of the board
 */
export function fillEmptyBoard(fork: Fork, tasks: readonly NewTask[], now: string): void {
  if (fork.version.tasks.length === 0) createAll(fork, tasks, now)
}

/**
 * Deletes all tasks, restarts the ids, and creates the given tasks.
 *
 * @throws BoardFull if they exceed a quota of the board
 */
export function resetContent(fork: Fork, tasks: readonly NewTask[], now: string): void {
  clear(fork)
  createAll(fork, tasks, now)
}

/** Creates tasks, and then checks the quota once, so that the error does not depend on the order of the parts. */
function createAll(fork: Fork, tasks: readonly NewTask[], now: string): void {
  const unlimited: Fork = { ...fork, quota: undefined }
  for (const { values, comments = [], files = [] } of tasks) {
    const { id } = createTask(unlimited, values, now)
    for (const text of comments) createComment(unlimited, id, text, now)
    if (files.length > 0) attach(unlimited, requireTask(unlimited, id), files, now)
  }
  fork.version = unlimited.version
  requireFits(fork)
}
