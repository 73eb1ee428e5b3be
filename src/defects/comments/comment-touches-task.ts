import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const commentTouchesTask: Defect = {
  name: 'comment-touches-task',
  title: 'A new comment changes the `updatedAt` of its task.',
  rule: 'Changes to comments do not change the `updatedAt` of the task (decision 22).',
  exposedBy:
    '`POST /tasks/{id}/comments` at least a second after the task was created, then `GET /tasks/{id}`; check `updatedAt`.',
  area: 'comments',
  severity: 'minor',
  difficulty: 'hard',
  operations: ['createComment'],
  store: (store) => ({
    async createComment(board, taskId, text, now) {
      const comment = await store.createComment(board, taskId, text, now)
      const { status, sortOrder } = await readTask(store, board, taskId)
      await store.moveTask(board, taskId, status, sortOrder, now)
      return comment
    },
  }),
}
