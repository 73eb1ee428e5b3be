import { CommentNotFound } from '../../contract/errors.js'
import { changeFields, changeInput, tasksOf } from '../change-fields.js'
import { defectsIn, override } from '../defect.js'
import { readTask, readTasks } from '../tasks.js'

/** The comments of a task. */
export const comments = defectsIn({ area: 'comments', quality: 'state', severity: 'minor' }, [
  {
    code: 'TB-076',
    name: 'comment-keeps-updated-at',
    title: 'Updating a comment does not change its `updatedAt`.',
    rule: 'Updating a comment refreshes its `updatedAt` (decision 23).',
    check: 'comments/update-refreshes-updated-at',
    operations: ['updateComment'],
    store: override('updateComment', async (store, board, taskId, id, text, now) => {
      const { comments } = await readTask(store, board, taskId)
      const { updatedAt = now } = comments.find((comment) => comment.id === id) ?? {}
      return store.updateComment(board, taskId, id, text, updatedAt)
    }),
  },
  {
    code: 'TB-077',
    name: 'comment-touches-task',
    title: 'A new comment changes the `updatedAt` of its task.',
    rule: 'Changes to comments do not change the `updatedAt` of the task (decision 22).',
    check: 'comments/create-keeps-task-updated-at',
    operations: ['createComment'],
    store: override('createComment', async (store, board, taskId, text, now) => {
      const comment = await store.createComment(board, taskId, text, now)
      const { status, sortOrder } = await readTask(store, board, taskId)
      await store.moveTask(board, taskId, status, sortOrder, now)
      return comment
    }),
  },
  {
    code: 'TB-125',
    name: 'comment-trimmed',
    title: 'White space around a comment is removed.',
    rule: 'Text is stored exactly as sent: it is not trimmed (decision 8).',
    check: 'comments/text-as-sent',
    quality: 'body',
    operations: ['createComment', 'updateComment'],
    beforeHandler: changeInput(({ text }) => ({ text: String(text).trim() })),
  },
  {
    code: 'TB-078',
    name: 'comments-newest-first',
    title: 'The comments of a task are in reverse order.',
    rule: 'A new comment is appended to those of the task (decision 93).',
    check: 'comments/in-order',
    quality: 'order',
    operations: ['getTask', 'listTasks', 'replaceTask'],
    beforeSend: changeFields(tasksOf, ({ comments }) => Array.isArray(comments) && { comments: comments.toReversed() }),
  },
  {
    code: 'TB-079',
    name: 'other-comment-deletable',
    title: 'A comment can be deleted with the id of another task in the path.',
    rule: 'A comment of another task is 404 (decision 24).',
    check: 'comments/DELETE-of-other-task',
    severity: 'critical',
    operations: ['deleteComment'],
    store: override('deleteComment', async (store, board, taskId, id) => {
      await readTask(store, board, taskId)
      const tasks = await readTasks(store, board)
      const owner = tasks.find(({ comments }) => comments.some((comment) => comment.id === id))
      if (owner === undefined) throw new CommentNotFound(id)
      await store.deleteComment(board, owner.id, id)
    }),
  },
  {
    code: 'TB-126',
    name: 'other-comment-updatable',
    title: 'A comment can be updated with the id of another task in the path.',
    rule: 'A comment of another task is 404 (decision 24).',
    check: 'comments/PUT-of-other-task',
    severity: 'critical',
    operations: ['updateComment'],
    store: override('updateComment', async (store, board, taskId, id, text, now) => {
      await readTask(store, board, taskId)
      const tasks = await readTasks(store, board)
      const owner = tasks.find(({ comments }) => comments.some((comment) => comment.id === id))
      if (owner === undefined) throw new CommentNotFound(id)
      return store.updateComment(board, owner.id, id, text, now)
    }),
  },
])
