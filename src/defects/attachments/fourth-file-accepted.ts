import { ATTACHMENTS_MAX } from '../../contract/limits.js'
import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const fourthFileAccepted: Defect = {
  name: 'fourth-file-accepted',
  title: 'The upload of a fourth file is accepted and replaces the oldest one.',
  rule: 'More than 3 attachments of a task are 400 (decision 25).',
  exposedBy: '`POST /tasks/{id}/attachments` for a task with three attachments.',
  area: 'attachments',
  severity: 'major',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['uploadAttachments'],
  store: (store) => ({
    async addAttachments(board, taskId, files, now) {
      const { attachments } = await readTask(store, board, taskId)
      // The bytes of a fourth file in one upload are not read.
      const surplus = files.length > ATTACHMENTS_MAX ? 0 : attachments.length + files.length - ATTACHMENTS_MAX
      for (const { id } of attachments.slice(0, Math.max(surplus, 0))) await store.deleteAttachment(board, taskId, id)
      return store.addAttachments(board, taskId, files, now)
    },
  }),
}
