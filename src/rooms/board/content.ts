import type { Task } from '../../contract/schemas/task.js'
import { newWritten, PART_BYTES, putRow, type Written } from '../versioned.js'
import { attach, putFile } from './attachments.js'
import { GAP } from './columns.js'
import { createComment, putCommentRow } from './comments.js'
import { TASK_KIND, toRowId } from './items.js'
import { assemble } from './load.js'
import type { Steps } from './steps.js'
import { renderTask, toComment, toRecord, toRow } from './task-record.js'
import { createTask } from './tasks.js'
import type { File, LastIds, TaskValues } from './values.js'
import { type BoardVersion, type Fork, positionOf, replaceTasks, requireFits, requireTask } from './version.js'

/** The number of tasks that are prepared in one step. */
const TASKS_PER_STEP = 32

/** The tasks of a board, by ascending id, and the highest ids that it has assigned. */
export interface Content {
  lastIds: LastIds
  tasks: ContentTask[]
}

/** A task with the bytes of its attachments, in their order. */
export interface ContentTask {
  task: Task
  files: readonly Uint8Array[]
}

/** A task to create with its comments and files. */
export interface NewTask {
  values: TaskValues
  comments?: readonly string[]
  files?: readonly File[]
}

/** A content without the bytes of attachments. */
export interface ContentWithoutFiles extends Content {
  /** The empty lists of files, with the keys of the bytes that belong there. */
  missing: { files: Uint8Array[]; blobs: readonly string[] }[]
}

/** Returns the content of a board. */
export function* readContent(version: BoardVersion): Steps<ContentWithoutFiles> {
  const content: ContentWithoutFiles = { lastIds: version.lastIds, tasks: [], missing: [] }
  for (const chunk of version.tasks.chunks) {
    for (const record of chunk) {
      const files: Uint8Array[] = []
      content.tasks.push({ task: JSON.parse(renderTask(record, positionOf(version, record))), files })
      if (record.blobs.length > 0) content.missing.push({ files, blobs: record.blobs })
      yield
    }
  }
  return content
}

/** A content that is ready to replace that of a board, and its rows in parts of about 1 MiB. */
export interface Prepared {
  version: BoardVersion
  written: Written[]
}

/**
 * Prepares a content for `replaceContent`. The positions in each column must be 0 to n−1.
 *
 * @param board the id of the board
 */
export function* prepareContent(board: string, { lastIds, tasks }: Content): Steps<Prepared> {
  const written: Written[] = []
  const records = []
  for (const { task, files } of tasks) {
    if ((written.at(-1)?.bytes ?? PART_BYTES) >= PART_BYTES) written.push(newWritten())
    const rows = { scope: board, written: written.at(-1) as Written }
    const blobs = files.map((bytes) => putFile(rows, bytes))
    const comments = task.comments.map((comment) => toComment(task.id, comment))
    const record = toRecord(task, task.sortOrder * GAP, comments, blobs)
    putRow(rows, TASK_KIND, toRowId(task.id), toRow(record))
    for (const comment of comments) putCommentRow(rows, comment)
    records.push(record)
    if (records.length % TASKS_PER_STEP === 0) yield
  }
  return { version: yield* assemble(records, lastIds), written }
}

/**
 * Replaces the content of a board. The blobs must be stored already.
 *
 * @throws BoardFull if the content exceeds a quota of the board
 */
export function replaceContent(fork: Fork, { version, written }: Prepared): void {
  requireFits({ version, quota: fork.quota })
  replaceTasks(fork, version, written)
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
  replaceTasks(fork)
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
