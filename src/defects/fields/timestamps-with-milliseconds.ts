import { tasksIn } from '../bodies.js'
import type { Defect } from '../defect.js'

export const timestampsWithMilliseconds: Defect = {
  name: 'timestamps-with-milliseconds',
  title: 'The timestamps of tasks have milliseconds.',
  rule: 'Timestamps have the format `YYYY-MM-DDTHH:mm:ssZ` (specification, section 2).',
  exposedBy: '`POST /tasks`; check the format of `createdAt`.',
  area: 'fields',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['createTask', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
  beforeSend({ body }) {
    for (const task of tasksIn(body)) {
      for (const field of ['createdAt', 'updatedAt']) task[field] = String(task[field]).replace(/Z$/, '.000Z')
    }
  },
}
