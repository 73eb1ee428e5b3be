import { CommentNotFound } from '../../contract/errors.js'
import type { Defect } from '../defect.js'
import { readTask, readTasks } from '../tasks.js'

export const otherCommentDeletable: Defect = {
  name: 'other-comment-deletable',
  title: 'A comment can be deleted with the id of another task in the path.',
  rule: 'A comment of another task is 404 (decision 24).',
  exposedBy: '`DELETE /tasks/{id}/comments/{commentId}` with the id of another task that exists.',
  area: 'comments',
  severity: 'critical',
  difficulty: 'hard',
  operations: ['deleteComment'],
  store: (store) => ({
    async deleteComment(board, taskId, id) {
      await readTask(store, board, taskId)
      const tasks = await readTasks(store, board)
      const owner = tasks.find(({ comments }) => comments.some((comment) => comment.id === id))
      if (owner === undefined) throw new CommentNotFound(id)
      await store.deleteComment(board, owner.id, id)
    },
  }),
}
