import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const reorderEmptiesChecklist: Defect = {
  name: 'reorder-empties-checklist',
  title: 'A reorder deletes the checklist of the task.',
  rule: 'A reorder returns an empty checklist, but the stored task keeps its own (decision 20).',
  exposedBy: '`POST /tasks/{id}/reorder` with a checklist, then `GET /tasks/{id}`.',
  area: 'ordering',
  severity: 'critical',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['reorderTask'],
  store: (store) => ({
    async moveTask(board, id, targetStatus, targetIndex, now) {
      const task = await readTask(store, board, id)
      if (task.checklistItems.length > 0) await store.replaceTask(board, id, { ...task, checklistItems: [] }, now)
      return store.moveTask(board, id, targetStatus, targetIndex, now)
    },
  }),
}
