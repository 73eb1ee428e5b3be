import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const negativePageAccepted: Defect = {
  name: 'negative-page-accepted',
  title: 'A negative page number is treated as 0.',
  rule: 'A negative page number is 400 (decision 12).',
  exposedBy: '`GET /tasks?page=-1`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeValidation(request) {
    const query = request.query as Fields
    if (/^-[1-9]\d*$/.test(String(query.page))) query.page = '0'
  },
}
