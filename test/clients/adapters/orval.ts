import * as api from '@generated/orval'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { bearer } from './bearer.ts'
import { toResult } from './by-status.ts'
import { settings } from './orval-fetch.ts'

export const connect: Connect<Client> = ({ baseUrl, token }) => {
  settings.baseUrl = baseUrl
  const options = { headers: bearer(token) }
  return {
    listTasks: (query) => toResult(api.listTasks(query, options)),
    getTaskSummary: () => toResult(api.getTaskSummary(options)),
    getTask: (id) => toResult(api.getTask(id, options)),
    createTask: (input) => toResult(api.createTask(input, options)),
    replaceTask: (id, input) => toResult(api.replaceTask(id, input, options)),
    deleteTask: (id) => toResult(api.deleteTask(id, options)),
    deleteAllTasks: () => toResult(api.deleteAllTasks(options)),
    reorderTask: (id, input) => toResult(api.reorderTask(id, input, options)),
    createComment: (id, input) => toResult(api.createComment(id, input, options)),
    updateComment: (id, commentId, input) => toResult(api.updateComment(id, commentId, input, options)),
    deleteComment: (id, commentId) => toResult(api.deleteComment(id, commentId, options)),
    uploadAttachments: (id, files) => toResult(api.uploadAttachments(id, { files }, options)),
    async downloadAttachment(id, attachmentId) {
      const { status, data } = await api.downloadAttachment(id, attachmentId, options)
      return status === 200 ? { status, data: await data.arrayBuffer() } : { status, error: data }
    },
    deleteAttachment: (id, attachmentId) => toResult(api.deleteAttachment(id, attachmentId, options)),
  }
}

export type Types = Matching<
  Matches<
    Models,
    {
      Task: api.Task
      TaskInput: api.TaskInput
      TaskPage: api.TaskPage
      TaskQuery: api.ListTasksParams
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
