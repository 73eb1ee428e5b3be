import { Attachment, AttachmentUpload } from './attachment.js'
import { Comment, CommentInput } from './comment.js'
import { ErrorBody } from './error.js'
import {
  ChecklistItem,
  ChecklistItemInput,
  ReorderedTask,
  ReorderInput,
  Task,
  TaskInput,
  TaskPage,
  TaskSummary,
} from './task.js'

/** The schemas that every variant publishes by name. */
export const COMPONENTS = [
  Task,
  TaskInput,
  TaskPage,
  TaskSummary,
  ReorderInput,
  ReorderedTask,
  ChecklistItem,
  ChecklistItemInput,
  Comment,
  CommentInput,
  Attachment,
  AttachmentUpload,
  ErrorBody,
]
