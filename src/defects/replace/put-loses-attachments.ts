import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const putLosesAttachments: Defect = {
  name: 'put-loses-attachments',
  title: 'PUT deletes the attachments of the task.',
  rule: 'Attachments stay when their task is replaced (specification, section 2).',
  exposedBy: '`PUT /tasks/{id}` of a task with an attachment.',
  area: 'replace',
  severity: 'critical',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const { attachments } = await readTask(store, board, id)
      for (const attachment of attachments) await store.deleteAttachment(board, id, attachment.id)
      return store.replaceTask(board, id, values, now)
    },
  }),
}
