import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const reorderAppends: Defect = {
  name: 'reorder-appends',
  title: 'A task that is moved to another column always comes last.',
  rule: 'A moved task is at `targetIndex` of its new column (specification, section 3).',
  area: 'ordering',
  severity: 'major',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['reorderTask'],
  store: (store) => ({
    async moveTask(board, id, targetStatus, targetIndex, now) {
      const { status } = await readTask(store, board, id)
      return store.moveTask(
        board,
        id,
        targetStatus,
        status === targetStatus ? targetIndex : Number.MAX_SAFE_INTEGER,
        now,
      )
    },
  }),
}
