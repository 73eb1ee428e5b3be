import * as api from '@generated/hey-api'
import { createClient } from '@generated/hey-api/client'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { answer } from './fetch-answer.ts'

export const connect: Connect<Client> = ({ baseUrl, token }) => {
  const client = createClient({ baseUrl, auth: token })
  return {
    listTasks: async (query) => answer(await api.listTasks({ client, query })),
    getTaskSummary: async () => answer(await api.getTaskSummary({ client })),
    getTask: async (id) => answer(await api.getTask({ client, path: { id } })),
    createTask: async (body) => answer(await api.createTask({ client, body })),
    replaceTask: async (id, body) => answer(await api.replaceTask({ client, path: { id }, body })),
    deleteTask: async (id) => answer(await api.deleteTask({ client, path: { id } })),
    deleteAllTasks: async () => answer(await api.deleteAllTasks({ client })),
    reorderTask: async (id, body) => answer(await api.reorderTask({ client, path: { id }, body })),
    createComment: async (id, body) => answer(await api.createComment({ client, path: { id }, body })),
    updateComment: async (id, commentId, body) =>
      answer(await api.updateComment({ client, path: { id, commentId }, body })),
    deleteComment: async (id, commentId) =>
      answer(await api.deleteComment({ client, path: { id, commentId } })),
    uploadAttachments: async (id, files) =>
      answer(await api.uploadAttachments({ client, path: { id }, body: { files } })),
    downloadAttachment: async (id, attachmentId) => {
      // Without `parseAs` the media type of the file decides what the declared Blob really is.
      const result = await api.downloadAttachment({ client, path: { id, attachmentId }, parseAs: 'blob' })
      return answer({ ...result, data: await result.data?.arrayBuffer() })
    },
    deleteAttachment: async (id, attachmentId) =>
      answer(await api.deleteAttachment({ client, path: { id, attachmentId } })),
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
      Error: api.Error
    }
  >
>
