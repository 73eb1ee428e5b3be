import type { Comment } from '../../contract/schemas/comment.js'
import { respondWithNothing } from '../change-response.js'
import type { Defect, DefectContext } from '../defect.js'
import { readTasks } from '../tasks.js'

/** The maximum number of comments that stay. Every request reads the notes. */
const KEPT_MAX = 20

/** A comment of a deleted task, or its end. */
type Note = { task: number } & ({ comment: Comment } | { deleted: number })

export const deleteAllKeepsComments: Defect = {
  name: 'delete-all-keeps-comments',
  title: 'After `DELETE /tasks`, the comments of the deleted tasks can still be updated and deleted.',
  rule: '`DELETE /tasks` deletes the tasks with their comments (decision 24).',
  exposedBy: '`DELETE /tasks`, then `DELETE /tasks/{id}/comments/{commentId}` of a deleted task.',
  area: 'state',
  severity: 'major',
  difficulty: 'hard',
  operations: ['deleteAllTasks', 'updateComment', 'deleteComment'],
  store: (store, { addNotes }) => ({
    async deleteAllTasks(board) {
      const tasks = await readTasks(store, board)
      await store.deleteAllTasks(board)
      const notes = tasks.flatMap(({ id, comments }) => comments.map((comment): Note => ({ task: id, comment })))
      await addNotes(notes.slice(-KEPT_MAX))
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
}

/** Returns the comment of a deleted task that the path names. */
function findKept({ request, notes }: DefectContext): { task: number; comment: Comment } | undefined {
  const { id, commentId } = request.params as { id: number; commentId: number }
  const last = (notes as Note[]).findLast(
    (note) => note.task === id && ('comment' in note ? note.comment.id : note.deleted) === commentId,
  )
  return last !== undefined && 'comment' in last ? last : undefined
}
