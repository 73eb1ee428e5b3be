import { tasksIn } from '../bodies.js'
import type { Defect } from '../defect.js'

export const missingDescriptionIsEmpty: Defect = {
  name: 'missing-description-is-empty',
  title: 'A task without a description has an empty text instead of `null`.',
  rule: 'An absent `description` is `null` (decision 17).',
  exposedBy: '`POST /tasks` without a description.',
  area: 'fields',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['createTask', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
  beforeSend({ body }) {
    for (const task of tasksIn(body)) task.description ??= ''
  },
}
