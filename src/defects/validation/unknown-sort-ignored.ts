import { SORTS } from '../../contract/schemas/enumerations.js'
import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const unknownSortIgnored: Defect = {
  name: 'unknown-sort-ignored',
  title: 'An unknown sort field is ignored.',
  rule: 'An unknown sort field is 400 (decision 12).',
  exposedBy: '`GET /tasks?sort=color`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeValidation(request) {
    const query = request.query as Fields
    if (typeof query.sort === 'string' && !(SORTS as readonly string[]).includes(query.sort)) delete query.sort
  },
}
