import { CommentNotFound } from '../../contract/errors.js'
import type { Comment } from '../../contract/schemas/comment.js'
import { putRow, type Rows } from '../versioned.js'
import { COMMENT_KIND, toRowId } from './items.js'
import { type CommentRecord, jsonOf, later, type TaskRecord, toComment, withComments } from './task-record.js'
import { changeLists, type Fork, requireQuota, requireTask, reserveIds } from './version.js'

/**
 * Appends a comment to a task.
 *
 * @throws TaskNotFound; BoardFull if the board has reached its quota of comments
 */
export function createComment(fork: Fork, taskId: number, text: string, now: string): Comment {
  const task = requireTask(fork, taskId)
  requireQuota(fork, 'comments', 1)
  const comment = { id: reserveIds(fork, 'comment'), text, createdAt: now, updatedAt: now }
  putComment(fork, task, task.comments.length, comment)
  return comment
}

/** @throws TaskNotFound, CommentNotFound */
export function updateComment(fork: Fork, taskId: number, id: number, text: string, now: string): Comment {
  const task = requireTask(fork, taskId)
  const { index, found } = requireComment(task, id)
  const { createdAt, updatedAt }: Comment = JSON.parse(jsonOf(found))
  const comment = { id, text, createdAt, updatedAt: later(now, updatedAt) }
  putComment(fork, task, index, comment)
  return comment
}

/** @throws TaskNotFound, CommentNotFound */
export function deleteComment(fork: Fork, taskId: number, id: number): void {
  const task = requireTask(fork, taskId)
  const { index } = requireComment(task, id)
  changeLists(fork, task, withComments(task, task.comments.toSpliced(index, 1)))
  putRow(fork, COMMENT_KIND, toRowId(id), null)
}

function putComment(fork: Fork, task: TaskRecord, index: number, comment: Comment): void {
  const record = toComment(task.id, comment)
  changeLists(fork, task, withComments(task, task.comments.toSpliced(index, 1, record)))
  putCommentRow(fork, record)
}

export function putCommentRow(rows: Rows, { id, row }: CommentRecord): void {
  putRow(rows, COMMENT_KIND, toRowId(id), row)
}

function requireComment({ comments }: TaskRecord, id: number): { index: number; found: CommentRecord } {
  const index = comments.findIndex((comment) => comment.id === id)
  const found = comments[index]
  if (found === undefined) throw new CommentNotFound(id)
  return { index, found }
}
