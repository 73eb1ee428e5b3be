import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const summaryTotalLacksColumn: Defect = {
  name: 'summary-total-lacks-column',
  title: '`totalTasks` does not count the tasks that are done.',
  rule: '`totalTasks` counts the tasks of all columns (specification, section 2).',
  exposedBy: '`GET /tasks/summary` on a board with a task that is `DONE`.',
  area: 'summary',
  severity: 'major',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['getTaskSummary'],
  beforeSend({ status, body }) {
    if (status === 200 && isObject(body)) body.totalTasks = Number(body.todoTasks) + Number(body.inProgressTasks)
  },
}
