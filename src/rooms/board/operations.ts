import { addAttachments, deleteAttachment, getAttachment } from './attachments.js'
import { createComment, deleteComment, updateComment } from './comments.js'
import { listTasks } from './list.js'
import {
  countByPriority,
  countTasks,
  createTask,
  deleteAllTasks,
  deleteTask,
  getTask,
  moveTask,
  replaceTask,
  reuseTaskIds,
  setCreatedAt,
} from './tasks.js'

/** The operations of the API on a version of a board. Defects replace some of them. */
export const OPERATIONS = {
  createTask,
  getTask,
  listTasks,
  replaceTask,
  moveTask,
  deleteTask,
  deleteAllTasks,
  countTasks,
  countByPriority,
  setCreatedAt,
  reuseTaskIds,
  createComment,
  updateComment,
  deleteComment,
  addAttachments,
  getAttachment,
  deleteAttachment,
}

export type Operations = typeof OPERATIONS
