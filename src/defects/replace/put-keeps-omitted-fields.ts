import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

const OPTIONAL = ['description', 'priority', 'dueDate', 'labels', 'checklistItems'] as const

export const putKeepsOmittedFields: Defect = {
  name: 'put-keeps-omitted-fields',
  title: 'PUT keeps the values of omitted optional fields.',
  rule: 'PUT replaces the task completely: omitted optional fields get their defaults (decision 19).',
  exposedBy: '`PUT /tasks/{id}` without the description that the task has.',
  area: 'replace',
  severity: 'critical',
  difficulty: 'medium',
  operations: ['replaceTask'],
  store: (store, { request }) => ({
    async replaceTask(board, id, values, now) {
      const body = request.body as Fields
      const { checklistItems, ...task } = await readTask(store, board, id)
      const stored: Fields = { ...task, checklistItems: checklistItems.map(({ text, done }) => ({ text, done })) }
      const omitted = OPTIONAL.filter((field) => field in values && (body[field] ?? null) === null)
      return store.replaceTask(
        board,
        id,
        { ...values, ...Object.fromEntries(omitted.map((field) => [field, stored[field]])) },
        now,
      )
    },
  }),
}
