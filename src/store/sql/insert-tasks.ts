import type { Attachment } from '../../contract/schemas/attachment.js'
import type { Task } from '../../contract/schemas/task.js'
import type { Queryable } from '../database.js'
import type { BoardQuota } from '../store.js'
import { insertRows, type Row } from './insert-rows.js'
import { placeAt } from './runs.js'
import { toValueColumns } from './task-row.js'

/** A task to insert, with its parts. Its `sortOrder` is its position in a column that is written as a whole. */
export type NewContentTask = Omit<Task, 'attachments'> & {
  attachments: (Omit<Attachment, 'fileSizeBytes'> & { bytes: Uint8Array })[]
}

/** The number of attachments that one statement writes. Each can have 1 MiB. */
const ATTACHMENT_ROWS = 4

/**
 * Inserts tasks into a board, with their comments and attachments, in few statements. `fillRuns` must follow, after the
 * last tasks of the board.
 */
export async function insertTasks(tx: Queryable, board: string, tasks: readonly NewContentTask[]): Promise<void> {
  const taskRows = tasks.map(
    (task): Row => ({
      board_id: board,
      id: task.id,
      ...placeAt(task.sortOrder),
      created_at: task.createdAt,
      updated_at: task.updatedAt,
      ...toValueColumns(task, task.checklistItems),
    }),
  )
  await insertRows(tx, 'task', taskRows)
  const comments = tasks.flatMap((task) =>
    task.comments.map(
      ({ id, text, createdAt, updatedAt }): Row => ({
        board_id: board,
        id,
        task_id: task.id,
        text,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    ),
  )
  await insertRows(tx, 'comment', comments)
  const attachments = tasks.flatMap((task) =>
    task.attachments.map(
      ({ id, fileName, contentType, uploadedAt, bytes }): Row => ({
        board_id: board,
        id,
        task_id: task.id,
        file_name: fileName,
        content_type: contentType,
        file_size_bytes: bytes.length,
        uploaded_at: uploadedAt,
        bytes,
      }),
    ),
  )
  await insertRows(tx, 'attachment', attachments, ATTACHMENT_ROWS)
}

/** Adds the usage of some tasks to that of the tasks before them. */
export function addUsage(usage: BoardQuota, tasks: readonly NewContentTask[]): void {
  usage.tasks += tasks.length
  for (const { comments, attachments } of tasks) {
    usage.comments += comments.length
    for (const { bytes } of attachments) usage.attachmentBytes += bytes.length
  }
}
