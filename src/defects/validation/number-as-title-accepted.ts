import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const numberAsTitleAccepted: Defect = {
  name: 'number-as-title-accepted',
  title: 'A number as the title is accepted and converted to text.',
  rule: 'Values in a JSON body are not converted: `"title": 5` is 400 (decision 5).',
  exposedBy: '`POST /tasks` with `{"title": 5, "status": "TODO"}`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['createTask', 'replaceTask'],
  beforeValidation({ body }) {
    if (isObject(body) && typeof body.title === 'number') body.title = String(body.title)
  },
}
