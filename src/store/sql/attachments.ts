import { AttachmentNotFound, TooManyFiles } from '../../contract/errors.js'
import { ATTACHMENTS_MAX } from '../../contract/limits.js'
import type { Attachment } from '../../contract/schemas/attachment.js'
import type { Database } from '../database.js'
import type { AttachmentMethods } from '../store.js'
import { type QuotaOf, requireRoom } from './quotas.js'
import { requireTask } from './require-task.js'

const COLUMNS = `id, file_name AS "fileName", content_type AS "contentType",
  file_size_bytes AS "fileSizeBytes", uploaded_at AS "uploadedAt"`

const DELETE = `
  DELETE FROM attachment WHERE board_id = ? AND task_id = ? AND id = ? RETURNING file_size_bytes AS size`

const INSERT = `
  INSERT INTO attachment (board_id, id, task_id, file_name, content_type, file_size_bytes, uploaded_at, bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

const SELECT_BYTES = `SELECT ${COLUMNS}, bytes FROM attachment WHERE board_id = ? AND task_id = ? AND id = ?`

export function attachmentMethods(database: Database, quotaOf: QuotaOf) {
  return {
    async addAttachments(board, taskId, files, now) {
      return database.changeBoard(board, async (tx) => {
        // Checked before the task is, because more files than a task can have are always invalid (400, not 404).
        const stored = await tx.all('SELECT id FROM attachment WHERE board_id = ? AND task_id = ?', [board, taskId])
        const surplus = files[ATTACHMENTS_MAX - stored.length]
        if (surplus !== undefined) throw new TooManyFiles(surplus.fileName)
        await requireTask(tx, board, taskId)
        const size = files.reduce((total, { bytes }) => total + bytes.length, 0)
        await requireRoom(tx, board, quotaOf(board), 'attachmentBytes', size)
        const firstId = tx.reserveIds('attachment', files.length)
        const attachments: Attachment[] = []
        for (const [index, { fileName, contentType, bytes }] of files.entries()) {
          const id = firstId + index
          await tx.all(INSERT, [board, id, taskId, fileName, contentType, bytes.length, now, bytes])
          attachments.push({ id, fileName, contentType, fileSizeBytes: bytes.length, uploadedAt: now })
        }
        tx.addUsage({ attachmentBytes: size })
        return attachments
      })
    },

    async getAttachment(board, taskId, id) {
      const [row] = await database.all<Attachment & { bytes: Uint8Array }>(SELECT_BYTES, [board, taskId, id])
      if (row === undefined) {
        await requireTask(database, board, taskId)
        throw new AttachmentNotFound(id)
      }
      const { bytes, ...attachment } = row
      return { attachment, bytes }
    },

    async deleteAttachment(board, taskId, id) {
      await database.changeBoard(board, async (tx) => {
        await requireTask(tx, board, taskId)
        const [deleted] = await tx.all<{ size: number }>(DELETE, [board, taskId, id])
        if (deleted === undefined) throw new AttachmentNotFound(id)
        tx.addUsage({ attachmentBytes: -deleted.size })
      })
    },
  } satisfies AttachmentMethods
}
