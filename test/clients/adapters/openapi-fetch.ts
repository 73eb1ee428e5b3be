import type * as api from '@generated/openapi-fetch'
import createClient from 'openapi-fetch'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { bearer } from './bearer.ts'
import { toResult } from './fetch-result.ts'

export const connect: Connect<Client> = ({ baseUrl, token }) => {
  const { GET, POST, PUT, DELETE } = createClient<api.paths>({ baseUrl, headers: bearer(token) })
  return {
    listTasks: async (query) => toResult(await GET('/tasks', { params: { query } })),
    getTaskSummary: async () => toResult(await GET('/tasks/summary')),
    getTask: async (id) => toResult(await GET('/tasks/{id}', { params: { path: { id } } })),
    createTask: async (body) => toResult(await POST('/tasks', { body })),
    replaceTask: async (id, body) => toResult(await PUT('/tasks/{id}', { params: { path: { id } }, body })),
    deleteTask: async (id) => toResult(await DELETE('/tasks/{id}', { params: { path: { id } } })),
    deleteAllTasks: async () => toResult(await DELETE('/tasks')),
    reorderTask: async (id, body) => toResult(await POST('/tasks/{id}/reorder', { params: { path: { id } }, body })),
    createComment: async (id, body) => toResult(await POST('/tasks/{id}/comments', { params: { path: { id } }, body })),
    updateComment: async (id, commentId, body) =>
      toResult(await PUT('/tasks/{id}/comments/{commentId}', { params: { path: { id, commentId } }, body })),
    deleteComment: async (id, commentId) =>
      toResult(await DELETE('/tasks/{id}/comments/{commentId}', { params: { path: { id, commentId } } })),
    uploadAttachments: async (id, files) =>
      toResult(
        await POST('/tasks/{id}/attachments', {
          params: { path: { id } },
          // Binary content is typed as a string. The body names the part, and the serializer sends the files.
          body: { files: files.map(({ name }) => name) },
          bodySerializer: (body) => formData(body, files),
        }),
      ),
    downloadAttachment: async (id, attachmentId) =>
      toResult(
        await GET('/tasks/{id}/attachments/{attachmentId}', {
          params: { path: { id, attachmentId } },
          parseAs: 'arrayBuffer',
        }),
      ),
    deleteAttachment: async (id, attachmentId) =>
      toResult(await DELETE('/tasks/{id}/attachments/{attachmentId}', { params: { path: { id, attachmentId } } })),
  }
}

function formData(body: api.AttachmentUpload, files: File[]): FormData {
  const form = new FormData()
  for (const part of Object.keys(body)) for (const file of files) form.append(part, file)
  return form
}

export type Types = Matching<
  Matches<
    Models,
    api.components['schemas'] & {
      TaskQuery: NonNullable<api.operations['listTasks']['parameters']['query']>
    }
  >
>
