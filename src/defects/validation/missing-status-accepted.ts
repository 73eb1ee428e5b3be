import { STATUSES } from '../../contract/schemas/enumerations.js'
import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const missingStatusAccepted: Defect = {
  name: 'missing-status-accepted',
  title: 'A task without a status is accepted and gets the status `TODO`.',
  rule: 'The status is required (specification, section 2).',
  exposedBy: '`POST /tasks` with `{"title": "Buy milk"}`.',
  area: 'validation',
  severity: 'major',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['createTask', 'replaceTask'],
  beforeValidation({ body }) {
    if (isObject(body)) body.status ??= STATUSES[0]
  },
}
