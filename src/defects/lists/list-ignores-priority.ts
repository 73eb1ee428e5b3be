import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const listIgnoresPriority: Defect = {
  name: 'list-ignores-priority',
  title: 'The filter `priority` is ignored.',
  rule: 'The filter `priority` returns only tasks with this priority (decision 15).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeHandler({ request }) {
    delete (request.query as Fields).priority
  },
}
