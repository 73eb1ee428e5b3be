import { STATUSES } from '../../contract/schemas/enumerations.js'
import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const unknownStatusAccepted: Defect = {
  name: 'unknown-status-accepted',
  title: 'An unknown status is accepted and becomes `TODO`.',
  rule: 'A status is `TODO`, `IN_PROGRESS` or `DONE` (specification, section 2).',
  exposedBy: '`POST /tasks` with `"status": "LATER"`.',
  area: 'validation',
  severity: 'major',
  difficulty: 'easy',
  operations: ['createTask', 'replaceTask'],
  beforeValidation({ body }) {
    if (!isObject(body) || typeof body.status !== 'string') return
    if (!(STATUSES as readonly string[]).includes(body.status)) body.status = STATUSES[0]
  },
}
