import { AttachmentNotFound, TooManyFiles } from '../../contract/errors.js'
import { ATTACHMENTS_MAX } from '../../contract/limits.js'
import type { Attachment } from '../../contract/schemas/attachment.js'
import { requireRoom } from './quotas.js'
import { type TaskRecord, taskOf, toAttachment, toRecord } from './task-record.js'
import { type Fork, findTask, putTask, requireTask, reserveIds, type View } from './version.js'

/** A file whose bytes are stored already, under a key that nothing refers to yet. */
export interface NewFile extends Pick<Attachment, 'fileName' | 'contentType' | 'fileSizeBytes'> {
  blob: string
}

/**
 * Attaches all files to a task or none (decision 25).
 *
 * @throws TooManyFiles if the task would exceed its limit, TaskNotFound, BoardFull if the board would exceed its quota
 */
export function addAttachments(fork: Fork, taskId: number, files: readonly NewFile[], now: string): Attachment[] {
  // Checked before the task is, because more files than a task can have are always invalid (400, not 404).
  const surplus = files[ATTACHMENTS_MAX - (findTask(fork.version, taskId)?.blobs.length ?? 0)]
  if (surplus !== undefined) throw new TooManyFiles(surplus.fileName)
  const task = requireTask(fork, taskId)
  requireRoom(
    fork,
    'attachmentBytes',
    files.reduce((sum, { fileSizeBytes }) => sum + fileSizeBytes, 0),
  )
  return attach(fork, task, files, now)
}

/** Attaches files to a task without a limit. */
export function attach(fork: Fork, task: TaskRecord, files: readonly NewFile[], now: string): Attachment[] {
  const firstId = reserveIds(fork, 'attachment', files.length)
  const added = files.map((file, index) => toAttachment({ ...file, id: firstId + index, uploadedAt: now }))
  putAttachments(fork, task, [...attachmentsOf(task), ...added], [...task.blobs, ...files.map(({ blob }) => blob)])
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
