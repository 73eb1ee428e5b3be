import * as api from '@generated/oazapfts'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { bearer } from './bearer.ts'

export const connect: Connect<Client> = ({ baseUrl, token }) => {
  const options = { baseUrl, headers: bearer(token) }
  return {
    async listTasks(query) {
      const { status, data } = await api.listTasks(query, options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async getTaskSummary() {
      const { status, data } = await api.getTaskSummary(options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async getTask(id) {
      const { status, data } = await api.getTask(id, options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async createTask(input) {
      const { status, data } = await api.createTask(input, options)
      return status === 201 ? { status, data } : { status, error: data }
    },
    async replaceTask(id, input) {
      const { status, data } = await api.replaceTask(id, input, options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async deleteTask(id) {
      const response = await api.deleteTask(id, options)
      return response.status === 204
        ? { status: response.status, data: undefined }
        : { status: response.status, error: response.data }
    },
    async deleteAllTasks() {
      const response = await api.deleteAllTasks(options)
      return response.status === 204
        ? { status: response.status, data: undefined }
        : { status: response.status, error: response.data }
    },
    async reorderTask(id, input) {
      const { status, data } = await api.reorderTask(id, input, options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async createComment(id, input) {
      const { status, data } = await api.createComment(id, input, options)
      return status === 201 ? { status, data } : { status, error: data }
    },
    async updateComment(id, commentId, input) {
      const { status, data } = await api.updateComment(id, commentId, input, options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async deleteComment(id, commentId) {
      const response = await api.deleteComment(id, commentId, options)
      return response.status === 204
        ? { status: response.status, data: undefined }
        : { status: response.status, error: response.data }
    },
    async uploadAttachments(id, files) {
      const { status, data } = await api.uploadAttachments(id, { files }, options)
      return status === 201 ? { status, data } : { status, error: data }
    },
    async downloadAttachment(id, attachmentId) {
      // The declared type is Blob, but the generated function reads the bytes as text or JSON, so copy them before.
      let bytes = new ArrayBuffer()
      const { status, data } = await api.downloadAttachment(id, attachmentId, {
        ...options,
        fetch: async (input, init) => {
          const response = await fetch(input, init)
          bytes = await response.clone().arrayBuffer()
          return response
        },
      })
      return status === 200 ? { status, data: bytes } : { status, error: data }
    },
    async deleteAttachment(id, attachmentId) {
      const response = await api.deleteAttachment(id, attachmentId, options)
      return response.status === 204
        ? { status: response.status, data: undefined }
        : { status: response.status, error: response.data }
    },
  }
}

export type Types = Matching<
  Matches<
    Models,
    {
      Task: api.Task
      TaskInput: api.TaskInput
      TaskPage: api.TaskPage
      TaskQuery: NonNullable<Parameters<typeof api.listTasks>[0]>
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
