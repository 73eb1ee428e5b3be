import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const reorderOffByOne: Defect = {
  name: 'reorder-off-by-one',
  title: 'A task that moves down in its column ends one place too high.',
  rule: '`targetIndex` is the final position, counted after the task has left its old one (decision 20).',
  exposedBy: '`POST /tasks/{id}/reorder` of the first of three tasks in a column to index 2.',
  area: 'ordering',
  severity: 'major',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['reorderTask'],
  store: (store) => ({
    async moveTask(board, id, targetStatus, targetIndex, now) {
      const { status, sortOrder } = await readTask(store, board, id)
      const movesDown = status === targetStatus && targetIndex > sortOrder
      return store.moveTask(board, id, targetStatus, movesDown ? targetIndex - 1 : targetIndex, now)
    },
  }),
}
