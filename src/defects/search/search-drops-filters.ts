import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const searchDropsFilters: Defect = {
  name: 'search-drops-filters',
  title: 'With `search`, the filters `status` and `priority` are ignored.',
  rule: 'A list contains the tasks that match all filters (specification, section 4).',
  area: 'search',
  severity: 'major',
  difficulty: 'medium',
  operations: ['listTasks'],
  beforeHandler({ request }) {
    const query = request.query as Fields
    if (!query.search) return
    delete query.status
    delete query.priority
  },
}
