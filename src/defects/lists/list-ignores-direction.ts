import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const listIgnoresDirection: Defect = {
  name: 'list-ignores-direction',
  title: 'The parameter `direction` is ignored.',
  rule: '`direction=desc` reverses the order of a list (specification, section 4).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['listTasks'],
  beforeHandler({ request }) {
    delete (request.query as Fields).direction
  },
}
