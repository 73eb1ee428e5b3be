import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const moveKeepsStatus: Defect = {
  name: 'move-keeps-status',
  title: 'A task that is moved to another column stays in its own column.',
  rule: 'After a reorder, the task has the status `targetStatus` (specification, section 3).',
  exposedBy: '`POST /tasks/{id}/reorder` to another column; check `status`.',
  area: 'ordering',
  severity: 'critical',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['reorderTask'],
  store: (store) => ({
    async moveTask(board, id, _targetStatus, targetIndex, now) {
      const { status } = await readTask(store, board, id)
      return store.moveTask(board, id, status, targetIndex, now)
    },
  }),
}
