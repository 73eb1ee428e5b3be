import { isObject } from '../bodies.js'
import { changeStatus } from '../change-response.js'
import type { Defect } from '../defect.js'

export const largeFileReturns413: Defect = {
  name: 'large-file-returns-413',
  title: 'A file over 1 MB returns 413.',
  rule: 'A file over 1 MB is 400 (specification, section 4).',
  exposedBy: '`POST /tasks/{id}/attachments` with a file of 1,048,577 bytes.',
  area: 'status-codes',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['uploadAttachments'],
  beforeSend(response) {
    const { status, body } = response
    if (status === 400 && isObject(body) && /MB per file$/.test(String(body.message))) changeStatus(response, 413)
  },
}
