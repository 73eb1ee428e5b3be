import { attachmentsIn } from '../bodies.js'
import type { Defect } from '../defect.js'

export const fileSizeOffByOne: Defect = {
  name: 'file-size-off-by-one',
  title: '`fileSizeBytes` is one byte too large.',
  rule: '`fileSizeBytes` is the size of the file in bytes (specification, section 2).',
  exposedBy: '`POST /tasks/{id}/attachments`; check `fileSizeBytes`.',
  area: 'attachments',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['uploadAttachments', 'getTask', 'listTasks', 'replaceTask'],
  beforeSend({ status, body }) {
    if (status >= 300) return
    for (const attachment of attachmentsIn(body)) attachment.fileSizeBytes = Number(attachment.fileSizeBytes) + 1
  },
}
