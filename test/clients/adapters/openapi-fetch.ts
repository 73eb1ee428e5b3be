import type * as api from '@generated/openapi-fetch'
import createClient from 'openapi-fetch'
import type { Client, Connect, Matches, Matching, Models } from '../client.ts'
import { bearer } from './bearer.ts'
import { answer } from './fetch-answer.ts'

export const connect: Connect<Client> = ({ baseUrl, token }) => {
  const { GET, POST, PUT, DELETE } = createClient<api.paths>({ baseUrl, headers: bearer(token) })
  return {
    listTasks: async (query) => answer(await GET('/tasks', { params: { query } })),
    getTaskSummary: async () => answer(await GET('/tasks/summary')),
    getTask: async (id) => answer(await GET('/tasks/{id}', { params: { path: { id } } })),
    createTask: async (body) => answer(await POST('/tasks', { body })),
    replaceTask: async (id, body) => answer(await PUT('/tasks/{id}', { params: { path: { id } }, body })),
    deleteTask: async (id) => answer(await DELETE('/tasks/{id}', { params: { path: { id } } })),
    deleteAllTasks: async () => answer(await DELETE('/tasks')),
    reorderTask: async (id, body) =>
      answer(await POST('/tasks/{id}/reorder', { params: { path: { id } }, body })),
    createComment: async (id, body) =>
      answer(await POST('/tasks/{id}/comments', { params: { path: { id } }, body })),
    updateComment: async (id, commentId, body) =>
      answer(await PUT('/tasks/{id}/comments/{commentId}', { params: { path: { id, commentId } }, body })),
    deleteComment: async (id, commentId) =>
      answer(await DELETE('/tasks/{id}/comments/{commentId}', { params: { path: { id, commentId } } })),
    uploadAttachments: async (id, files) =>
      answer(
        await POST('/tasks/{id}/attachments', {
          params: { path: { id } },
          // Binary content is typed as text: the body names the part, the serialiser sends the files.
          body: { files: files.map(({ name }) => name) },
          bodySerializer: (body) => formData(body, files),
        }),
      ),
    downloadAttachment: async (id, attachmentId) =>
      answer(
        await GET('/tasks/{id}/attachments/{attachmentId}', {
          params: { path: { id, attachmentId } },
          parseAs: 'arrayBuffer',
        }),
      ),
    deleteAttachment: async (id, attachmentId) =>
      answer(
        await DELETE('/tasks/{id}/attachments/{attachmentId}', { params: { path: { id, attachmentId } } }),
      ),
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
