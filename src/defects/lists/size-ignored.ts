import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const sizeIgnored: Defect = {
  name: 'size-ignored',
  title: 'The parameter `size` is ignored: pages have 20 tasks.',
  rule: '`size` is the number of items per page (specification, section 4).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeHandler({ request }) {
    delete (request.query as Fields).size
  },
}
