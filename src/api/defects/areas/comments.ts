import { changeFields, changeInput, tasksOf } from '../change-fields.js'
import { defectsIn, override } from '../defect.js'
import { ownerOf, readTask } from '../tasks.js'

/** The comments of a task. */
export const comments = defectsIn({ area: 'comments' })({
  'TB-076 comment-keeps-updated-at | minor state | updateComment': {
    title: 'Updating a comment does not change its `updatedAt`.',
    rule: 'Updating a comment refreshes its `updatedAt` (decision 23).',
    replace: override('updateComment', (api, board, taskId, id, text, now) => {
      const { comments } = readTask(board, taskId)
      const { updatedAt = now } = comments.find((comment) => comment.id === id) ?? {}
      return api.updateComment(board, taskId, id, text, updatedAt)
    }),
  },
  'TB-077 comment-touches-task | minor state | createComment': {
    title: 'A new comment changes the `updatedAt` of its task.',
    rule: 'Changes to comments do not change the `updatedAt` of the task (decision 22).',
    replace: override('createComment', (api, board, taskId, text, now) => {
      const comment = api.createComment(board, taskId, text, now)
      const { status, sortOrder } = readTask(board, taskId)
      api.moveTask(board, taskId, status, sortOrder, now)
      return comment
    }),
  },
  'TB-125 comment-trimmed | minor body | createComment, updateComment': {
    title: 'White space around a comment is removed.',
    rule: 'Text is stored exactly as sent: it is not trimmed (decision 8).',
    beforeHandler: changeInput(({ text }) => ({ text: String(text).trim() })),
  },
  'TB-078 comments-newest-first | minor order | getTask, listTasks, replaceTask': {
    title: 'The comments of a task are in reverse order.',
    rule: 'A new comment is appended to those of the task (decision 93).',
    beforeSend: changeFields(tasksOf, ({ comments }) => Array.isArray(comments) && { comments: comments.toReversed() }),
  },
  'TB-079 other-comment-deletable | critical state | deleteComment': {
    title: 'A comment can be deleted with the id of another task in the path.',
    rule: 'A comment of another task is 404 (decision 24).',
    replace: override('deleteComment', (api, board, taskId, id) =>
      api.deleteComment(board, ownerOf(board, taskId, 'comments', id), id),
    ),
  },
  'TB-126 other-comment-updatable | critical state | updateComment': {
    title: 'A comment can be updated with the id of another task in the path.',
    rule: 'A comment of another task is 404 (decision 24).',
    replace: override('updateComment', (api, board, taskId, id, text, now) =>
      api.updateComment(board, ownerOf(board, taskId, 'comments', id), id, text, now),
    ),
  },
})
