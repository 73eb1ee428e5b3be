import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const commentKeepsUpdatedAt: Defect = {
  name: 'comment-keeps-updated-at',
  title: 'Updating a comment does not change its `updatedAt`.',
  rule: 'Updating a comment refreshes its `updatedAt` (decision 23).',
  exposedBy:
    '`PUT /tasks/{id}/comments/{commentId}` at least a second after the comment was created; check its `updatedAt`.',
  area: 'comments',
  severity: 'minor',
  difficulty: 'hard',
  operations: ['updateComment'],
  store: (store) => ({
    async updateComment(board, taskId, id, text, now) {
      const { comments } = await readTask(store, board, taskId)
      const { updatedAt = now } = comments.find((comment) => comment.id === id) ?? {}
      return store.updateComment(board, taskId, id, text, updatedAt)
    },
  }),
}
