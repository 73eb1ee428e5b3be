import { PAGE_SIZE_MAX } from '../../contract/limits.js'
import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const pageSizeClamped: Defect = {
  name: 'page-size-clamped',
  title: 'A page size over 100 is treated as 100.',
  rule: 'A page size over 100 is 400 (decision 12).',
  exposedBy: '`GET /tasks?size=101`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['listTasks'],
  beforeValidation(request) {
    const query = request.query as Fields
    if (/^[1-9]\d*$/.test(String(query.size)) && Number(query.size) > PAGE_SIZE_MAX) query.size = String(PAGE_SIZE_MAX)
  },
}
