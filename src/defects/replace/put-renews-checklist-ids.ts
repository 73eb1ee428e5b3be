import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const putRenewsChecklistIds: Defect = {
  name: 'put-renews-checklist-ids',
  title: 'PUT gives all checklist items new ids.',
  rule: 'A checklist item whose text matches an existing item keeps its id (specification, section 2).',
  exposedBy: '`PUT /tasks/{id}` with a checklist item that the task has; check the id of the item.',
  area: 'replace',
  severity: 'major',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const texts = new Set(values.checklistItems?.map(({ text }) => text))
      const { checklistItems } = await readTask(store, board, id)
      const isKept = checklistItems.some(({ text }) => texts.has(text))
      if (isKept) await store.replaceTask(board, id, { ...values, checklistItems: [] }, now)
      return store.replaceTask(board, id, values, now)
    },
  }),
}
