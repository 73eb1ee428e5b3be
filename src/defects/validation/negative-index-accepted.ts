import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const negativeIndexAccepted: Defect = {
  name: 'negative-index-accepted',
  title: 'A negative `targetIndex` is treated as 0.',
  rule: 'A negative `targetIndex` is 400 (decision 20).',
  exposedBy: '`POST /tasks/{id}/reorder` with `"targetIndex": -1`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['reorderTask'],
  beforeValidation({ body }) {
    if (isObject(body) && Number.isInteger(body.targetIndex) && Number(body.targetIndex) < 0) body.targetIndex = 0
  },
}
