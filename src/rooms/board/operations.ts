import { addAttachments, deleteAttachment, getAttachment } from './attachments.js'
import * as comments from './comments.js'
import { listTasks } from './list.js'
import * as tasks from './tasks.js'

/** The operations of the API on a version of a board. Defects replace some of them. */
export const OPERATIONS = { ...tasks, ...comments, listTasks, addAttachments, getAttachment, deleteAttachment }

export type Operations = typeof OPERATIONS
