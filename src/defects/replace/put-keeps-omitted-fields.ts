import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

const OPTIONAL = ['description', 'priority', 'dueDate', 'labels', 'checklistItems'] as const

export const putKeepsOmittedFields: Defect = {
  name: 'put-keeps-omitted-fields',
  title: 'PUT keeps the values of omitted optional fields.',
  rule: 'PUT replaces the task completely: omitted optional fields get their defaults (decision 19).',
  area: 'replace',
  severity: 'critical',
  difficulty: 'medium',
  operations: ['replaceTask'],
  async beforeHandler({ request, store }) {
    const body = request.body as Fields
    const task = await readTask(store, request.board, (request.params as { id: number }).id)
    for (const field of OPTIONAL) body[field] ??= task[field]
  },
}
