import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const defaultPriorityIsLow: Defect = {
  name: 'default-priority-is-low',
  title: 'A new task without a priority gets `LOW`.',
  rule: 'The default of `priority` is `MEDIUM` (specification, section 2).',
  exposedBy: '`POST /tasks` without a priority.',
  area: 'fields',
  severity: 'major',
  difficulty: 'easy',
  operations: ['createTask'],
  beforeHandler({ request }) {
    const body = request.body as Fields
    body.priority ??= 'LOW'
  },
}
