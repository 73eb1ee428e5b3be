import type { Defect } from '../defect.js'

export const uploadKeepsFirstFile: Defect = {
  name: 'upload-keeps-first-file',
  title: 'Of several files in one upload, only the first is stored.',
  rule: 'Several files can be sent in one request (specification, section 4).',
  exposedBy: '`POST /tasks/{id}/attachments` with two files in one request.',
  area: 'attachments',
  severity: 'critical',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['uploadAttachments'],
  store: (store) => ({
    addAttachments: (board, taskId, files, now) => store.addAttachments(board, taskId, files.slice(0, 1), now),
  }),
}
