import { AttachmentNotFound } from '../../contract/errors.js'
import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const attachmentNotDeleted: Defect = {
  name: 'attachment-not-deleted',
  title: 'Deleting an attachment returns 204, but the attachment stays.',
  rule: 'Deleting an attachment removes it from its task (decision 23).',
  exposedBy: '`DELETE /tasks/{id}/attachments/{attachmentId}`, then `GET /tasks/{id}`.',
  area: 'attachments',
  severity: 'critical',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['deleteAttachment'],
  store: (store) => ({
    async deleteAttachment(board, taskId, id) {
      const { attachments } = await readTask(store, board, taskId)
      if (!attachments.some((attachment) => attachment.id === id)) throw new AttachmentNotFound(id)
    },
  }),
}
