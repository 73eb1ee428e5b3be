import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const putKeepsUpdatedAt: Defect = {
  name: 'put-keeps-updated-at',
  title: 'PUT does not change `updatedAt`.',
  rule: 'Every successful PUT refreshes `updatedAt` (specification, section 2).',
  exposedBy: '`PUT /tasks/{id}` at least a second after the task was created; check `updatedAt`.',
  area: 'replace',
  severity: 'major',
  difficulty: 'hard',
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values) {
      const { updatedAt } = await readTask(store, board, id)
      return store.replaceTask(board, id, values, updatedAt)
    },
  }),
}
