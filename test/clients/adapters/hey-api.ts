import * as api from '@generated/hey-api'
import { createClient } from '@generated/hey-api/client'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { toResult } from './fetch-result.ts'

export const connect: Connect<Client> = ({ baseUrl, token }) => {
  const client = createClient({ baseUrl, auth: token })
  return {
    listTasks: async (query) => toResult(await api.listTasks({ client, query })),
    getTaskSummary: async () => toResult(await api.getTaskSummary({ client })),
    getTask: async (id) => toResult(await api.getTask({ client, path: { id } })),
    createTask: async (body) => toResult(await api.createTask({ client, body })),
    replaceTask: async (id, body) => toResult(await api.replaceTask({ client, path: { id }, body })),
    deleteTask: async (id) => toResult(await api.deleteTask({ client, path: { id } })),
    deleteAllTasks: async () => toResult(await api.deleteAllTasks({ client })),
    reorderTask: async (id, body) => toResult(await api.reorderTask({ client, path: { id }, body })),
    createComment: async (id, body) => toResult(await api.createComment({ client, path: { id }, body })),
    updateComment: async (id, commentId, body) =>
      toResult(await api.updateComment({ client, path: { id, commentId }, body })),
    deleteComment: async (id, commentId) => toResult(await api.deleteComment({ client, path: { id, commentId } })),
    uploadAttachments: async (id, files) =>
      toResult(await api.uploadAttachments({ client, path: { id }, body: { files } })),
    downloadAttachment: async (id, attachmentId) => {
      // Without `parseAs`, the actual type depends on the media type of the file, although a Blob is declared.
      const result = await api.downloadAttachment({ client, path: { id, attachmentId }, parseAs: 'blob' })
      return toResult({ ...result, data: await result.data?.arrayBuffer() })
    },
    deleteAttachment: async (id, attachmentId) =>
      toResult(await api.deleteAttachment({ client, path: { id, attachmentId } })),
  }
}

export type Types = Matching<
  Matches<
    Models,
    {
      Task: api.Task
      TaskInput: api.TaskInput
      TaskPage: api.TaskPage
      TaskQuery: NonNullable<api.ListTasksData['query']>
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
