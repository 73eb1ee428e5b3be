import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const labelsSorted: Defect = {
  name: 'labels-sorted',
  title: 'Labels are sorted, and duplicates are removed.',
  rule: 'The order and the duplicates of labels are preserved (decision 9).',
  exposedBy: '`POST /tasks` with `"labels": ["b", "a", "b"]`.',
  area: 'fields',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['createTask', 'replaceTask'],
  beforeHandler({ request }) {
    const body = request.body as Fields
    if (Array.isArray(body.labels)) body.labels = [...new Set(body.labels)].sort()
  },
}
