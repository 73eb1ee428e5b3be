import type { components, operations, paths } from '@generated/openapi-fetch'
import createClient from 'openapi-fetch'
import type { Connection } from '../client.ts'
import { bearer } from './bearer.ts'
import { toResult } from './fetch-result.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['listTasks']['parameters']['query']>

/** The operations on tasks that every variant of the earlier edition has. */
export function connect({ baseUrl, token }: Connection) {
  const { GET, POST, PUT, DELETE } = createClient<paths>({ baseUrl, headers: bearer(token) })
  const at = (id: number) => ({ params: { path: { id } } })
  const comment = (id: number, commentId: number) => ({ params: { path: { id, commentId } } })
  return {
    listTasks: async (query: Query) => toResult(await GET('/tasks', { params: { query } })),
    getTaskSummary: async () => toResult(await GET('/tasks/summary')),
    getTask: async (id: number) => toResult(await GET('/tasks/{id}', at(id))),
    createTask: async (body: Schemas['TaskInput']) => toResult(await POST('/tasks', { body })),
    replaceTask: async (id: number, body: Schemas['TaskInput']) =>
      toResult(await PUT('/tasks/{id}', { ...at(id), body })),
    deleteTask: async (id: number) => toResult(await DELETE('/tasks/{id}', at(id))),
    createComment: async (id: number, body: Schemas['CommentInput']) =>
      toResult(await POST('/tasks/{id}/comments', { ...at(id), body })),
    updateComment: async (id: number, commentId: number, body: Schemas['CommentInput']) =>
      toResult(await PUT('/tasks/{id}/comments/{commentId}', { ...comment(id, commentId), body })),
    deleteComment: async (id: number, commentId: number) =>
      toResult(await DELETE('/tasks/{id}/comments/{commentId}', comment(id, commentId))),
  }
}

/** Compiles only if the types of this edition have no due date. */
export const hasDueDate: 'dueDate' extends keyof Schemas['Task'] ? true : false = false
