import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const putLosesComments: Defect = {
  name: 'put-loses-comments',
  title: 'PUT deletes the comments of the task.',
  rule: 'Comments stay when their task is replaced (decision 19).',
  exposedBy: '`PUT /tasks/{id}` of a task with a comment.',
  area: 'replace',
  severity: 'critical',
  difficulty: 'hard',
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const { comments } = await readTask(store, board, id)
      for (const comment of comments) await store.deleteComment(board, id, comment.id)
      return store.replaceTask(board, id, values, now)
    },
  }),
}
