import type { Defect } from '../defect.js'

export const contentDispositionMissing: Defect = {
  name: 'content-disposition-missing',
  title: 'Downloads have no `Content-Disposition`.',
  rule: 'A download has `Content-Disposition` with the file name (decision 26).',
  exposedBy: '`GET /tasks/{id}/attachments/{attachmentId}`; check `Content-Disposition`.',
  area: 'headers',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['downloadAttachment'],
  beforeSend({ headers }) {
    headers['content-disposition'] = undefined
  },
}
