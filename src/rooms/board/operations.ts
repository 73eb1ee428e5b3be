import { addAttachments, deleteAttachment, getAttachment } from './attachments.js'
import { createComment, deleteComment, updateComment } from './comments.js'
import { listTasks } from './list.js'
import { createSession, endSession, findSession, renewSession, rotateSession } from './sessions.js'
import * as tasks from './tasks.js'

const { createTask, getTask, replaceTask, moveTask, deleteTask, deleteAllTasks, countTasks, countByPriority } = tasks

/** The operations of the variants that read a board. The store reads lists and attachments in other ways. */
export const READS = { getTask, countTasks, countByPriority, findSession }

/** The operations of the variants that change a board. */
export const WRITES = {
  ...{ createTask, replaceTask, moveTask, deleteTask, deleteAllTasks },
  ...{ createComment, updateComment, deleteComment, addAttachments, deleteAttachment },
  ...{ createSession, rotateSession, renewSession, endSession },
}

/** The operations of the variants. Defects replace some of them. */
export const OPERATIONS = { ...READS, listTasks, getAttachment, ...WRITES }

export type Operations = typeof OPERATIONS
