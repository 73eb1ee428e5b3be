import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const listIgnoresStatus: Defect = {
  name: 'list-ignores-status',
  title: 'The filter `status` is ignored.',
  rule: 'The filter `status` returns only tasks with this status (specification, section 4).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeHandler({ request }) {
    delete (request.query as Fields).status
  },
}
