import * as api from '@generated/swagger-typescript-api'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { answer, BLOB_ADAPTER, bytes, settings } from './axios.ts'

export const connect: Connect<Client> = (connection) => {
  const { tasks } = new api.Api(settings(connection))
  return {
    listTasks: (query) => answer(tasks.listTasks(query)),
    getTaskSummary: () => answer(tasks.getTaskSummary()),
    getTask: (id) => answer(tasks.getTask(id)),
    createTask: (input) => answer(tasks.createTask(input)),
    replaceTask: (id, input) => answer(tasks.replaceTask(id, input)),
    deleteTask: (id) => answer(tasks.deleteTask(id)),
    deleteAllTasks: () => answer(tasks.deleteAllTasks()),
    reorderTask: (id, input) => answer(tasks.reorderTask(id, input)),
    createComment: (id, input) => answer(tasks.createComment(id, input)),
    updateComment: (id, commentId, input) => answer(tasks.updateComment(id, commentId, input)),
    deleteComment: (id, commentId) => answer(tasks.deleteComment(id, commentId)),
    uploadAttachments: (id, files) => answer(tasks.uploadAttachments(id, { files })),
    // The type says File, and without `format` the bytes would be read as text.
    downloadAttachment: (id, attachmentId) =>
      answer(bytes(tasks.downloadAttachment(id, attachmentId, { format: 'blob', adapter: BLOB_ADAPTER }))),
    deleteAttachment: (id, attachmentId) => answer(tasks.deleteAttachment(id, attachmentId)),
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
      Error: api.Error
    }
  >
>
