import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const reorderKeepsUpdatedAt: Defect = {
  name: 'reorder-keeps-updated-at',
  title: 'A reorder does not change `updatedAt`.',
  rule: 'A reorder refreshes the `updatedAt` of the moved task (decision 20).',
  exposedBy: '`POST /tasks/{id}/reorder` at least a second after it was created; check `updatedAt`.',
  area: 'ordering',
  severity: 'minor',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['reorderTask'],
  store: (store) => ({
    async moveTask(board, id, targetStatus, targetIndex) {
      const { updatedAt } = await readTask(store, board, id)
      return store.moveTask(board, id, targetStatus, targetIndex, updatedAt)
    },
  }),
}
