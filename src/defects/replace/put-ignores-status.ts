import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const putIgnoresStatus: Defect = {
  name: 'put-ignores-status',
  title: 'PUT does not change the status.',
  rule: 'After a PUT, the task has the supplied status (specification, section 3).',
  exposedBy: '`PUT /tasks/{id}` with another status.',
  area: 'replace',
  severity: 'critical',
  difficulty: 'easy',
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const { status } = await readTask(store, board, id)
      return store.replaceTask(board, id, { ...values, status }, now)
    },
  }),
}
