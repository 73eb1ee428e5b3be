import { randomUUID } from 'node:crypto'
import { AttachmentNotFound, TooManyFiles } from '../../contract/errors.js'
import { ATTACHMENTS_MAX } from '../../contract/limits.js'
import type { Attachment } from '../../contract/schemas/attachment.js'
import { putBytes, putRow, type Rows } from '../versioned.js'
import { FILE_KIND } from './items.js'
import { type TaskRecord, taskOf, toRecord } from './task-record.js'
import type { File } from './values.js'
import { type Fork, findTask, putTask, requireQuota, requireTask, reserveIds, type View } from './version.js'

/**
 * Attaches all files to a task or none (decision 25).
 *
 * @throws TooManyFiles if the task would exceed its limit, TaskNotFound, BoardFull if the board would exceed its quota
 */
export function addAttachments(fork: Fork, taskId: number, files: readonly File[], now: string): Attachment[] {
  // Checked before the task is, because more files than a task can have are always invalid (400, not 404).
  const surplus = files[ATTACHMENTS_MAX - (findTask(fork.version, taskId)?.blobs.length ?? 0)]
  if (surplus !== undefined) throw new TooManyFiles(surplus.fileName)
  const task = requireTask(fork, taskId)
  requireQuota(
    fork,
    'attachmentBytes',
    files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  )
  return attach(fork, task, files, now)
}

/** Stores the bytes of a file, and returns their key. */
export function putFile(rows: Rows, bytes: Uint8Array, blob: string = randomUUID()): string {
  putRow(rows, FILE_KIND, blob, '{}')
  putBytes(rows, FILE_KIND, blob, bytes)
  return blob
}

/** Attaches files to a task without a limit. */
export function attach(fork: Fork, task: TaskRecord, files: readonly File[], now: string): Attachment[] {
  const firstId = reserveIds(fork, 'attachment', files.length)
  const added = files.map(
    ({ fileName, contentType, bytes }, index): Attachment => ({
      id: firstId + index,
      fileName,
      contentType,
      fileSizeBytes: bytes.length,
      uploadedAt: now,
    }),
  )
  const blobs = files.map(({ bytes, blob }) => putFile(fork, bytes, blob))
  putAttachments(fork, task, [...attachmentsOf(task), ...added], [...task.blobs, ...blobs])
  return added
}

/**
 * Returns an attachment and the key of its bytes.
 *
 * @throws TaskNotFound, AttachmentNotFound
 */
export function getAttachment(view: View, taskId: number, id: number): { attachment: Attachment; blob: string } {
  const { task, attachments, index } = requireAttachment(view, taskId, id)
  return { attachment: attachments[index] as Attachment, blob: task.blobs[index] as string }
}

/** @throws TaskNotFound, AttachmentNotFound */
export function deleteAttachment(fork: Fork, taskId: number, id: number): void {
  const { task, attachments, index } = requireAttachment(fork, taskId, id)
  putAttachments(fork, task, attachments.toSpliced(index, 1), task.blobs.toSpliced(index, 1))
  putRow(fork, FILE_KIND, task.blobs[index] as string, null)
}

function requireAttachment(view: View, taskId: number, id: number) {
  const task = requireTask(view, taskId)
  const attachments = attachmentsOf(task)
  const index = attachments.findIndex((attachment) => attachment.id === id)
  if (index === -1) throw new AttachmentNotFound(id)
  return { task, attachments, index }
}

function putAttachments(fork: Fork, task: TaskRecord, attachments: Attachment[], blobs: readonly string[]): void {
  putTask(fork, task, toRecord({ ...taskOf(task, 0), attachments }, task.key, task.comments, blobs))
}

function attachmentsOf(task: TaskRecord): Attachment[] {
  return task.blobs.length === 0 ? [] : taskOf(task, 0).attachments
}
