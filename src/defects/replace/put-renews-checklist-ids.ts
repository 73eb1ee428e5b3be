import type { Defect } from '../defect.js'

export const putRenewsChecklistIds: Defect = {
  name: 'put-renews-checklist-ids',
  title: 'PUT gives all checklist items new ids.',
  rule: 'A checklist item whose text matches an existing item keeps its id (specification, section 2).',
  area: 'replace',
  severity: 'major',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      await store.replaceTask(board, id, { ...values, checklistItems: [] }, now)
      return store.replaceTask(board, id, values, now)
    },
  }),
}
