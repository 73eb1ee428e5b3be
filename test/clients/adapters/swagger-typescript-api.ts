import * as api from '@generated/swagger-typescript-api'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { BLOB_ADAPTER, bytes, settings, toResult } from './axios.ts'

export const connect: Connect<Client> = (connection) => {
  const { tasks } = new api.Api(settings(connection))
  return {
    listTasks: (query) => toResult(tasks.listTasks(query)),
    getTaskSummary: () => toResult(tasks.getTaskSummary()),
    getTask: (id) => toResult(tasks.getTask(id)),
    createTask: (input) => toResult(tasks.createTask(input)),
    replaceTask: (id, input) => toResult(tasks.replaceTask(id, input)),
    deleteTask: (id) => toResult(tasks.deleteTask(id)),
    deleteAllTasks: () => toResult(tasks.deleteAllTasks()),
    reorderTask: (id, input) => toResult(tasks.reorderTask(id, input)),
    createComment: (id, input) => toResult(tasks.createComment(id, input)),
    updateComment: (id, commentId, input) => toResult(tasks.updateComment(id, commentId, input)),
    deleteComment: (id, commentId) => toResult(tasks.deleteComment(id, commentId)),
    uploadAttachments: (id, files) => toResult(tasks.uploadAttachments(id, { files })),
    // The declared type is File, but without `format` the bytes are read as text.
    downloadAttachment: (id, attachmentId) =>
      toResult(bytes(tasks.downloadAttachment(id, attachmentId, { format: 'blob', adapter: BLOB_ADAPTER }))),
    deleteAttachment: (id, attachmentId) => toResult(tasks.deleteAttachment(id, attachmentId)),
  }
}

export type Types = Matching<
  Matches<
    Models,
    {
      Task: api.Task
      TaskInput: api.TaskInput
      TaskPage: api.TaskPage
      TaskQuery: NonNullable<Parameters<api.Api<unknown>['tasks']['listTasks']>[0]>
      TaskSummary: api.TaskSummary
      ReorderInput: api.ReorderInput
      ReorderedTask: api.ReorderedTask
      ChecklistItem: api.ChecklistItem
      ChecklistItemInput: api.ChecklistItemInput
      Comment: api.Comment
      CommentInput: api.CommentInput
      Attachment: api.Attachment
      ErrorResponse: api.ErrorResponse
    }
  >
>
