import type { Defect } from '../defect.js'
import { lengthOfColumn, readTask } from '../tasks.js'

export const reorderAppends: Defect = {
  name: 'reorder-appends',
  title: 'A task that is moved to another column always comes last.',
  rule: 'A moved task is at `targetIndex` of its new column (specification, section 3).',
  exposedBy: '`POST /tasks/{id}/reorder` to index 0 of another column that has a task.',
  area: 'ordering',
  severity: 'major',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['reorderTask'],
  store: (store) => ({
    async moveTask(board, id, targetStatus, targetIndex, now) {
      const { status } = await readTask(store, board, id)
      if (status === targetStatus) return store.moveTask(board, id, targetStatus, targetIndex, now)
      const end = await lengthOfColumn(store, board, targetStatus)
      return store.moveTask(board, id, targetStatus, Math.max(targetIndex, end), now)
    },
  }),
}
