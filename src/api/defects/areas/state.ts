import { PAGE_SIZE_DEFAULT } from '../../../contract/limits.js'
import type { Comment } from '../../../contract/schemas/comment.js'
import type { Task } from '../../../contract/schemas/task.js'
import { reuseTaskIds } from '../../../rooms/board/tasks.js'
import { respondWithNothing } from '../change-response.js'
import { type DefectContext, defectsIn, override } from '../defect.js'
import { readTask, readTasks } from '../tasks.js'

/** The maximum number of comments that stay. Every request reads the notes. */
const KEPT_MAX = 20

/** A comment of a deleted task, or its end. */
type Note = { task: number } & ({ comment: Comment } | { deleted: number })

/** What is left after a deletion. */
export const state = defectsIn({ area: 'state' })({
  'TB-088 delete-all-deletes-first-page | major limits | deleteAllTasks': {
    title: '`DELETE /tasks` deletes only the first 20 tasks.',
    rule: '`DELETE /tasks` deletes all tasks (specification, section 1).',
    replace: override('deleteAllTasks', (api, board) => {
      const tasks = readTasks(api, board)
      if (tasks.length <= PAGE_SIZE_DEFAULT) return api.deleteAllTasks(board)
      for (const { id } of tasks.slice(0, PAGE_SIZE_DEFAULT)) api.deleteTask(board, id)
    }),
  },
  'TB-089 delete-all-keeps-comments | major state | deleteAllTasks, updateComment, deleteComment': {
    title: 'After `DELETE /tasks`, the comments of the deleted tasks can still be updated and deleted.',
    rule: '`DELETE /tasks` deletes the tasks with their comments (decision 24).',
    replace: (api, { addNotes }) => ({
      deleteAllTasks(board) {
        const tasks = readTasks(api, board)
        api.deleteAllTasks(board)
        const notes = tasks.flatMap(({ id, comments }) => comments.map((comment): Note => ({ task: id, comment })))
        addNotes(notes.slice(-KEPT_MAX))
      },
    }),
    async beforeSend(response, context) {
      const { request, addNotes } = context
      const kept = response.status === 404 ? findKept(context) : undefined
      if (kept === undefined) return
      const { task, comment } = kept
      if (request.method === 'DELETE') {
        await addNotes([{ task, deleted: comment.id } satisfies Note])
        return respondWithNothing(response)
      }
      const { text } = request.body as { text: string }
      const updated = { ...comment, text, updatedAt: request.now() }
      await addNotes([{ task, comment: updated } satisfies Note])
      response.status = 200
      response.body = updated
    },
  },
  'TB-133 delete-all-restarts-ids | major state | deleteAllTasks': {
    title: 'After `DELETE /tasks`, the next task has the id 1.',
    rule: 'Ids are never reused, not even after `DELETE /tasks` (decision 21).',
    replace: override('deleteAllTasks', (api, board) => {
      api.deleteAllTasks(board)
      reuseTaskIds(board)
    }),
  },
  'TB-090 deleted-id-comes-back | major state | createTask': {
    title: 'If the newest tasks are deleted, the next task gets the id of one of them.',
    rule: 'Ids are never reused, not even after `DELETE /tasks` (decision 21).',
    replace: override('createTask', (api, board, values, now) => {
      reuseTaskIds(board)
      return api.createTask(board, values, now)
    }),
  },
  'TB-134 deleted-task-readable | critical state | deleteTask, getTask': {
    title: 'A deleted task is only hidden: `GET /tasks/{id}` still returns it.',
    rule: 'A deleted task is gone (specification, section 3).',
    replace: (api, { addNotes }) => ({
      deleteTask(board, id) {
        const task = readTask(board, id)
        api.deleteTask(board, id)
        // Lists can be long, and every request reads the notes.
        addNotes([{ ...task, checklistItems: [], comments: [], attachments: [] } satisfies Task])
      },
    }),
    beforeSend(response, { request, notes }) {
      if (response.status !== 404) return
      const { id } = request.params as { id: number }
      const task = (notes as Task[]).find((deleted) => deleted.id === id)
      if (task === undefined || request.method === 'DELETE') return
      response.status = 200
      response.body = task
    },
  },
})

/** Returns the comment of a deleted task that the path names. */
function findKept({ request, notes }: DefectContext): { task: number; comment: Comment } | undefined {
  const { id, commentId } = request.params as { id: number; commentId: number }
  const last = (notes as Note[]).findLast(
    (note) => note.task === id && ('comment' in note ? note.comment.id : note.deleted) === commentId,
  )
  return last !== undefined && 'comment' in last ? last : undefined
}
